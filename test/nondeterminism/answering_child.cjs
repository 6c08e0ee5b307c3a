process.send('here');
