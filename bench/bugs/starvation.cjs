// What is told last is done, so that a source which is always first is never heard.
require('./rounds.cjs')((order) => {
  if (order.length === 24 && order === 'ba'.repeat(12)) throw new Error('/b is never heard');
});
