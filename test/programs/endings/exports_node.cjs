// Exports a class of nodes and does nothing with it.
const { Node } = require('rclnodejs');

module.exports = class Idler extends Node {};
