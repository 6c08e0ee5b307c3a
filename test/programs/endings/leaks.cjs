// Reads what the machine has set.
console.log(process.env.PATH !== undefined);
