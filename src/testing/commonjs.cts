/**
 * The door of room `testing` for `require`. Jest reads modules by itself, and ES modules not at all
 * or in a realm of their own; its class `Module` derives from Node's, which reads them as they are.
 */
import nodeModule = require('node:module');
import type testing = require('./index.js');

const { Module } = nodeModule;
const base = Object.getPrototypeOf(Module) as Partial<typeof Module>;
const { createRequire } = base;
const door: typeof testing = (createRequire ?? Module.createRequire)(__filename)('./index.js');

export = door;
