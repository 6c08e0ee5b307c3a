// Ends by itself.
setTimeout(() => {}, 100);
