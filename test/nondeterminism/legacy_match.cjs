require('./publish.cjs')(() => RegExp.$1.length);
