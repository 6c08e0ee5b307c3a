// Loaded before the command: a machine with one processor.
require('node:os').availableParallelism = () => 1;
require('node:module').syncBuiltinESMExports();
