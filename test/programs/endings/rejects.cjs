// Leaves a rejected promise behind.
setTimeout(() => {
  Promise.reject(new Error('boom'));
}, 100);
