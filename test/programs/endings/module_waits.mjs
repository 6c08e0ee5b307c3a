// Its module waits for what nobody brings.
await new Promise(() => {});
