/**
 * The parts of the language that Orrery uses in callbacks and publications: all that changed results without a word
 * when callbacks replaced each part in turn and put it back later.
 */
import { Buffer } from 'node:buffer';

// As they are before any user code is loaded.
const { isArray } = Array;
const { filter, find, map, pop, push, shift, some } = Array.prototype;
const iterateArray = Array.prototype[Symbol.iterator];
const arrayIterator = Object.getPrototypeOf([][Symbol.iterator]()) as Iterator<unknown>;
const mapIterator = Object.getPrototypeOf(new Map().keys()) as Iterator<unknown>;
const nextOfArray = arrayIterator.next;
const nextOfMap = mapIterator.next;
const { isView } = ArrayBuffer;
const typedArray = Object.getPrototypeOf(Uint8Array.prototype) as Uint8Array;
const { set: setElements } = typedArray;
const { setBigInt64, setUint8, setUint16, setUint32 } = DataView.prototype;
const { write } = Buffer.prototype;
const { captureStackTrace } = Error;
const { call } = Function.prototype;
const { floor, fround, imul, trunc } = Math;
const { isFinite: isFiniteNumber, isNaN: isNan } = Number;
const { asIntN } = BigInt;
const { assign, keys } = Object;
const { then } = Promise.prototype;
const { exec } = RegExp.prototype;
const { charCodeAt, lastIndexOf, replace, slice, split, startsWith, trim } = String.prototype;
const { apply } = Reflect;
const getOfMap = Map.prototype.get;
const hasOfMap = Map.prototype.has;
const keysOfMap = Map.prototype.keys;
const setOfMap = Map.prototype.set;
const deleteOfMap = Map.prototype.delete;
const getOfWeakMap = WeakMap.prototype.get;
const hasOfWeakMap = WeakMap.prototype.has;
const globals = { BigInt, Reflect, String, Uint8Array };

/** The methods that the guard itself replaces, as a run finds them. */
let { setFloat32, setFloat64 } = DataView.prototype;

/** Takes over what the guard has replaced, before a run begins. */
export function acceptHotIntrinsics(): void {
  ({ setFloat32, setFloat64 } = DataView.prototype);
}

/**
 * Whether no callback has replaced any of these. One expression, because V8 knows the properties as constants and
 * compares next to nothing in optimized code.
 */
export function areHotIntrinsicsWhole(): boolean {
  return (
    Array.isArray === isArray &&
    Array.prototype.filter === filter &&
    Array.prototype.find === find &&
    Array.prototype.map === map &&
    Array.prototype.pop === pop &&
    Array.prototype.push === push &&
    Array.prototype.shift === shift &&
    Array.prototype.some === some &&
    Array.prototype[Symbol.iterator] === iterateArray &&
    arrayIterator.next === nextOfArray &&
    mapIterator.next === nextOfMap &&
    ArrayBuffer.isView === isView &&
    typedArray.set === setElements &&
    globals.Uint8Array === Uint8Array &&
    DataView.prototype.setBigInt64 === setBigInt64 &&
    DataView.prototype.setFloat32 === setFloat32 &&
    DataView.prototype.setFloat64 === setFloat64 &&
    DataView.prototype.setUint8 === setUint8 &&
    DataView.prototype.setUint16 === setUint16 &&
    DataView.prototype.setUint32 === setUint32 &&
    Buffer.prototype.write === write &&
    Error.captureStackTrace === captureStackTrace &&
    Function.prototype.call === call &&
    Math.floor === floor &&
    Math.fround === fround &&
    Math.imul === imul &&
    Math.trunc === trunc &&
    Number.isFinite === isFiniteNumber &&
    Number.isNaN === isNan &&
    globals.BigInt === BigInt &&
    BigInt.asIntN === asIntN &&
    Object.assign === assign &&
    Object.keys === keys &&
    Promise.prototype.then === then &&
    globals.Reflect === Reflect &&
    Reflect.apply === apply &&
    RegExp.prototype.exec === exec &&
    globals.String === String &&
    String.prototype.charCodeAt === charCodeAt &&
    String.prototype.lastIndexOf === lastIndexOf &&
    String.prototype.replace === replace &&
    String.prototype.slice === slice &&
    String.prototype.split === split &&
    String.prototype.startsWith === startsWith &&
    String.prototype.trim === trim &&
    Map.prototype.delete === deleteOfMap &&
    Map.prototype.get === getOfMap &&
    Map.prototype.has === hasOfMap &&
    Map.prototype.keys === keysOfMap &&
    Map.prototype.set === setOfMap &&
    WeakMap.prototype.get === getOfWeakMap &&
    WeakMap.prototype.has === hasOfWeakMap
  );
}
