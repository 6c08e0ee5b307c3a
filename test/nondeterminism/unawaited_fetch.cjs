const http = require('node:http');

let latest = 0;
const server = http.createServer((_request, response) => response.end(String(process.hrtime()[1])));
server.listen(0, '127.0.0.1', () => {
  require('./publish.cjs')(() => {
    void fetch(`http://127.0.0.1:${server.address().port}`)
      .then((response) => response.text())
      .then((text) => {
        latest = text;
      });
    return latest;
  });
});
