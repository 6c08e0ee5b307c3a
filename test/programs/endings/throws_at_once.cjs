// Throws while it is loaded.
throw new Error('boom');
