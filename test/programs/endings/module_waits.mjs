// Its module awaits something that never happens.
await new Promise(() => {});
