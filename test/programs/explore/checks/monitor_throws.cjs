require('./monitor.cjs')((sum) => {
  throw new Error(`the sum ${sum} is odd`);
});
