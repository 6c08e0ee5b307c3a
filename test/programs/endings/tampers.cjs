// Replaces what Orrery works with, too.
Array.prototype.push = () => 0;
