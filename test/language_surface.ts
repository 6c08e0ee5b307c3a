/** Globals of the language and of the web. See `surface_classes.test_support.ts`. */
export const LANGUAGE_SURFACE = `
AbortController.prototype pure: @toStringTag abort signal
AbortSignal virtual: timeout
AbortSignal pure: abort any
AbortSignal.prototype pure: @toStringTag aborted onabort reason throwIfAborted
AggregateError.prototype pure: message name
Array pure: @species from fromAsync isArray of
Array.prototype pure: @iterator @unscopables at concat copyWithin entries every fill filter find findIndex findLast findLastIndex flat flatMap forEach includes indexOf join keys
  lastIndexOf length map pop push reduce reduceRight reverse shift slice some sort splice toLocaleString toReversed toSorted toSpliced toString unshift values with
Array.prototype.@unscopables pure: at copyWithin entries fill find findIndex findLast findLastIndex flat flatMap includes keys toReversed toSorted toSpliced values
ArrayBuffer pure: @species isView
ArrayBuffer.prototype pure: @toStringTag byteLength detached maxByteLength resizable resize slice transfer transferToFixedLength
AsyncDisposableStack.prototype pure: @asyncDispose @toStringTag adopt defer disposeAsync disposed move use
AsyncGenerator.prototype pure: @toStringTag next return throw
AsyncGenerator.prototype^ pure: @asyncDispose @asyncIterator
Atomics reported: wait waitAsync
Atomics pure: @toStringTag add and compareExchange exchange isLockFree load notify or pause store sub xor
BigInt pure: asIntN asUintN
BigInt.prototype virtual: toLocaleString
BigInt.prototype pure: @toStringTag toString valueOf
Blob.prototype held: arrayBuffer bytes stream text
Blob.prototype pure: @toStringTag size slice textStream type
Boolean.prototype pure: toString valueOf
BroadcastChannel.prototype pure: close name onmessage onmessageerror postMessage ref unref
ByteLengthQueuingStrategy.prototype pure: @toStringTag highWaterMark size
CloseEvent.prototype pure: @toStringTag code reason wasClean
CompressionStream.prototype pure: @toStringTag readable writable
CountQueuingStrategy.prototype pure: @toStringTag highWaterMark size
Crypto.prototype virtual: getRandomValues randomUUID
Crypto.prototype pure: @toStringTag subtle
CryptoKey.prototype pure: @toStringTag algorithm extractable type usages
CustomEvent.prototype pure: @toStringTag detail
DOMException.prototype pure: @toStringTag code message name
DataView.prototype pure: @toStringTag buffer byteLength byteOffset getBigInt64 getBigUint64 getFloat16 getFloat32 getFloat64 getInt16 getInt32 getInt8 getUint16 getUint32 getUint8
  setBigInt64 setBigUint64 setFloat16 setInt16 setInt32 setInt8 setUint16 setUint32 setUint8
DataView.prototype virtual: setFloat32 setFloat64
Date pure: UTC now parse
Date.prototype virtual: toLocaleDateString toLocaleString toLocaleTimeString toString toTimeString
Date.prototype pure: @toPrimitive getDate getDay getFullYear getHours getMilliseconds getMinutes getMonth getSeconds getTime getTimezoneOffset getUTCDate getUTCDay getUTCFullYear
  getUTCHours getUTCMilliseconds getUTCMinutes getUTCMonth getUTCSeconds getYear setDate setFullYear setHours setMilliseconds setMinutes setMonth setSeconds setTime setUTCDate
  setUTCFullYear setUTCHours setUTCMilliseconds setUTCMinutes setUTCMonth setUTCSeconds setYear toDateString toGMTString toISOString toJSON toUTCString valueOf
DecompressionStream.prototype pure: @toStringTag readable writable
DisposableStack.prototype pure: @dispose @toStringTag adopt defer dispose disposed move use
Error pure: captureStackTrace isError prepareStackTrace stackTraceLimit
Error.prototype pure: message name toString
EvalError.prototype pure: message name
Event.prototype virtual: timeStamp
Event.prototype pure: @toStringTag bubbles cancelBubble cancelable composed composedPath currentTarget defaultPrevented eventPhase initEvent isTrusted preventDefault returnValue
  srcElement stopImmediatePropagation stopPropagation target type
EventTarget.prototype pure: @toStringTag addEventListener dispatchEvent removeEventListener
File.prototype pure: @toStringTag lastModified name
FinalizationRegistry.prototype pure: @toStringTag register unregister
FormData.prototype pure: @iterator @toStringTag append delete entries forEach get getAll has keys set values
Function.prototype pure: @hasInstance apply bind call toString
Generator.prototype pure: @toStringTag next return throw
Generator.prototype^ pure: @iterator
Headers.prototype pure: @iterator @toStringTag append delete entries forEach get getSetCookie has keys set values
Intl virtual: Collator DateTimeFormat DisplayNames DurationFormat ListFormat NumberFormat PluralRules RelativeTimeFormat Segmenter
Intl reported: supportedValuesOf
Intl pure: @toStringTag Locale getCanonicalLocales
Intl.Collator pure: supportedLocalesOf
Intl.Collator.prototype pure: @toStringTag compare resolvedOptions
Intl.DateTimeFormat pure: supportedLocalesOf
Intl.DateTimeFormat.prototype virtual: format formatToParts
Intl.DateTimeFormat.prototype pure: @toStringTag formatRange formatRangeToParts resolvedOptions
Intl.DisplayNames pure: supportedLocalesOf
Intl.DisplayNames.prototype pure: @toStringTag of resolvedOptions
Intl.DurationFormat pure: supportedLocalesOf
Intl.DurationFormat.prototype pure: @toStringTag format formatToParts resolvedOptions
Intl.ListFormat pure: supportedLocalesOf
Intl.ListFormat.prototype pure: @toStringTag format formatToParts resolvedOptions
Intl.Locale.prototype pure: @toStringTag baseName calendar calendars caseFirst collation collations firstDayOfWeek getCalendars getCollations getHourCycles getNumberingSystems
  getTextInfo getTimeZones getWeekInfo hourCycle hourCycles language maximize minimize numberingSystem numberingSystems numeric region script textInfo timeZones toString weekInfo
Intl.NumberFormat pure: supportedLocalesOf
Intl.NumberFormat.prototype pure: @toStringTag format formatRange formatRangeToParts formatToParts resolvedOptions
Intl.PluralRules pure: supportedLocalesOf
Intl.PluralRules.prototype pure: @toStringTag resolvedOptions select selectRange
Intl.RelativeTimeFormat pure: supportedLocalesOf
Intl.RelativeTimeFormat.prototype pure: @toStringTag format formatToParts resolvedOptions
Intl.Segmenter pure: supportedLocalesOf
Intl.Segmenter.prototype pure: @toStringTag resolvedOptions segment
Iterator pure: from
Iterator.prototype pure: @dispose @iterator @toStringTag drop every filter find flatMap forEach map reduce some take toArray
JSON virtual: parse
JSON pure: @toStringTag isRawJSON rawJSON stringify
Map pure: @species groupBy
Map.prototype pure: @iterator @toStringTag clear delete entries forEach get has keys set size values
Math virtual: acos acosh asin asinh atan atan2 atanh cbrt cos cosh exp expm1 log log10 log1p log2 pow random sin sinh tan tanh
Math pure: @toStringTag abs ceil clz32 f16round floor fround hypot imul max min round sign sqrt trunc
MessageEvent.prototype pure: @toStringTag data initMessageEvent lastEventId origin ports source
MessagePort.prototype held: postMessage
MessagePort.prototype pure: close hasRef onmessage onmessageerror ref start unref
MessagePort.prototype^ pure: addListener emit eventNames getMaxListeners listenerCount off on once removeAllListeners removeListener setMaxListeners
Navigator.prototype virtual: hardwareConcurrency language languages
Navigator.prototype reported: userAgent
Navigator.prototype pure: locks platform
Number pure: NaN isFinite isInteger isNaN isSafeInteger parseFloat parseInt
Number.prototype virtual: toLocaleString
Number.prototype pure: toExponential toFixed toPrecision toString valueOf
Object pure: assign create defineProperties defineProperty entries freeze fromEntries getOwnPropertyDescriptor getOwnPropertyDescriptors getOwnPropertyNames getOwnPropertySymbols
  getPrototypeOf groupBy hasOwn is isExtensible isFrozen isSealed keys preventExtensions seal setPrototypeOf values
Object.prototype pure: hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf
Performance.prototype virtual: eventLoopUtilization mark measure now timeOrigin toJSON
Performance.prototype reported: timerify
Performance.prototype pure: @toStringTag clearMarks clearMeasures clearResourceTimings getEntries getEntriesByName getEntriesByType markResourceTiming nodeTiming
  onresourcetimingbufferfull setResourceTimingBufferSize
Performance.prototype.nodeTiming pure: bootstrapComplete duration entryType environment idleTime loopExit loopStart name nodeStart startTime uvMetricsInfo v8Start
Performance.prototype.nodeTiming^ pure: toJSON
PerformanceEntry.prototype pure: duration entryType name startTime toJSON
PerformanceMark.prototype pure: @toStringTag detail toJSON
PerformanceMeasure.prototype pure: @toStringTag detail toJSON
PerformanceObserver pure: supportedEntryTypes
PerformanceObserver.prototype sometimes: observe
PerformanceObserver.prototype pure: @toStringTag disconnect takeRecords
PerformanceObserverEntryList.prototype pure: @toStringTag getEntries getEntriesByName getEntriesByType
PerformanceResourceTiming.prototype pure: @toStringTag connectEnd connectStart decodedBodySize deliveryType domainLookupEnd domainLookupStart duration encodedBodySize fetchStart
  initiatorType name nextHopProtocol redirectEnd redirectStart requestStart responseEnd responseStart responseStatus secureConnectionStart startTime toJSON transferSize workerStart
Promise pure: @species all allSettled any race reject resolve try withResolvers
Promise.prototype pure: @toStringTag catch finally then
Proxy pure: revocable
RangeError.prototype pure: message name
ReadableByteStreamController.prototype pure: @toStringTag byobRequest close desiredSize enqueue error
ReadableStream pure: from
ReadableStream.prototype pure: @asyncIterator @toStringTag cancel getReader locked pipeThrough pipeTo tee values
ReadableStreamBYOBReader.prototype pure: @toStringTag cancel closed read releaseLock
ReadableStreamBYOBRequest.prototype pure: @toStringTag respond respondWithNewView view
ReadableStreamDefaultController.prototype pure: @toStringTag close desiredSize enqueue error
ReadableStreamDefaultReader.prototype pure: @toStringTag cancel closed read releaseLock
ReferenceError.prototype pure: message name
Reflect pure: @toStringTag apply construct defineProperty deleteProperty get getOwnPropertyDescriptor getPrototypeOf has isExtensible ownKeys preventExtensions set setPrototypeOf
RegExp pure: @species escape
RegExp reported: $& $' $+ $1 $2 $3 $4 $5 $6 $7 $8 $9 $_ $\` input lastMatch lastParen leftContext rightContext
RegExp.prototype pure: @match @matchAll @replace @search @split compile dotAll exec flags global hasIndices ignoreCase multiline source sticky test toString unicode unicodeSets
Request.prototype pure: @toStringTag arrayBuffer attribute blob body bodyUsed bytes cache clone credentials destination duplex formData headers integrity isHistoryNavigation
  isReloadNavigation json keepalive method mode redirect referrer referrerPolicy signal text url
Response pure: error json redirect
Response.prototype pure: @toStringTag arrayBuffer blob body bodyUsed bytes clone formData headers json ok redirected status statusText text type url
Set pure: @species
Set.prototype pure: @iterator @toStringTag add clear delete difference entries forEach has intersection isDisjointFrom isSubsetOf isSupersetOf keys size symmetricDifference union
  values
SharedArrayBuffer pure: @species
SharedArrayBuffer.prototype pure: @toStringTag byteLength grow growable maxByteLength slice
String pure: fromCharCode fromCodePoint raw
String.prototype virtual: localeCompare toLocaleLowerCase toLocaleUpperCase
String.prototype pure: @iterator anchor at big blink bold charAt charCodeAt codePointAt concat endsWith fixed fontcolor fontsize includes indexOf isWellFormed italics lastIndexOf
  length link match matchAll normalize padEnd padStart repeat replace replaceAll search slice small split startsWith strike sub substr substring sup toLowerCase toString
  toUpperCase toWellFormed trim trimEnd trimLeft trimRight trimStart valueOf
SubtleCrypto pure: supports
SubtleCrypto.prototype held: decapsulateBits decapsulateKey decrypt deriveBits deriveKey digest encrypt exportKey getPublicKey importKey sign unwrapKey verify wrapKey
SubtleCrypto.prototype reported: encapsulateBits encapsulateKey generateKey
SubtleCrypto.prototype pure: @toStringTag
SuppressedError.prototype pure: message name
Symbol pure: asyncDispose asyncIterator dispose for hasInstance isConcatSpreadable iterator keyFor match matchAll replace search species split toPrimitive toStringTag unscopables
Symbol.prototype pure: @toPrimitive @toStringTag description toString valueOf
SyntaxError.prototype pure: message name
TextDecoder.prototype virtual: decode
TextDecoder.prototype pure: @toStringTag encoding fatal ignoreBOM
TextDecoderStream.prototype pure: encoding fatal ignoreBOM readable writable
TextEncoder.prototype pure: @toStringTag encode encodeInto encoding
TextEncoderStream.prototype pure: encoding readable writable
TransformStream.prototype pure: @toStringTag readable writable
TransformStreamDefaultController.prototype pure: @toStringTag desiredSize enqueue error terminate
TypeError.prototype pure: message name
URIError.prototype pure: message name
URL reported: createObjectURL
URL pure: canParse parse revokeObjectURL
URL.prototype pure: @toStringTag hash host hostname href origin password pathname port protocol search searchParams toJSON toString username
URLPattern.prototype pure: exec hasRegExpGroups hash hostname password pathname port protocol search test username
URLSearchParams.prototype pure: @iterator @toStringTag append delete entries forEach get getAll has keys set size sort toString values
Uint8Array.prototype^ pure: @iterator @toStringTag at buffer byteLength byteOffset copyWithin entries every fill filter find findIndex findLast findLastIndex forEach includes
  indexOf join keys lastIndexOf length map reduce reduceRight reverse set slice some sort subarray toLocaleString toReversed toSorted toString values with
WeakMap.prototype pure: @toStringTag delete get has set
WeakRef.prototype pure: @toStringTag deref
WeakSet.prototype pure: @toStringTag add delete has
WebAssembly held: compile compileStreaming instantiate instantiateStreaming
WebAssembly pure: @toStringTag CompileError Exception Global Instance JSTag LinkError Memory Module RuntimeError SuspendError Suspending Table Tag promising validate
WebAssembly.CompileError.prototype pure: message name
WebAssembly.Exception.prototype pure: @toStringTag getArg is stack
WebAssembly.Global.prototype pure: @toStringTag value valueOf
WebAssembly.Instance.prototype pure: @toStringTag exports
WebAssembly.LinkError.prototype pure: message name
WebAssembly.Memory.prototype pure: @toStringTag buffer grow
WebAssembly.Module pure: customSections exports imports
WebAssembly.Module.prototype pure: @toStringTag
WebAssembly.Module.prototype^ pure: @toStringTag
WebAssembly.RuntimeError.prototype pure: message name
WebAssembly.SuspendError.prototype pure: message name
WebAssembly.Suspending.prototype pure: @toStringTag
WebAssembly.Table.prototype pure: @toStringTag get grow length set
WebAssembly.Tag.prototype pure: @toStringTag
WebSocket.prototype pure: @toStringTag binaryType bufferedAmount close extensions onclose onerror onmessage onopen protocol readyState send url
WritableStream.prototype pure: @toStringTag abort close getWriter locked
WritableStreamDefaultController.prototype pure: @toStringTag error signal
WritableStreamDefaultWriter.prototype pure: @toStringTag abort close closed desiredSize ready releaseLock write
globalThis virtual: CustomEvent Date Event File WeakRef clearImmediate clearInterval clearTimeout setImmediate setInterval setTimeout
globalThis reported: BroadcastChannel FinalizationRegistry MessageChannel WebSocket
globalThis sometimes: fetch
globalThis pure: @toStringTag AbortController AbortSignal AggregateError Array ArrayBuffer AsyncDisposableStack Atomics BigInt BigInt64Array BigUint64Array Blob Boolean Buffer
  ByteLengthQueuingStrategy CloseEvent CompressionStream CountQueuingStrategy Crypto CryptoKey DOMException DataView DecompressionStream DisposableStack Error EvalError EventTarget
  Float16Array Float32Array Float64Array FormData Function Headers Infinity Int16Array Int32Array Int8Array Intl Iterator JSON Map Math MessageEvent MessagePort NaN Navigator
  Number Object Performance PerformanceEntry PerformanceMark PerformanceMeasure PerformanceObserver PerformanceObserverEntryList PerformanceResourceTiming Promise Proxy RangeError
  ReadableByteStreamController ReadableStream ReadableStreamBYOBReader ReadableStreamBYOBRequest ReadableStreamDefaultController ReadableStreamDefaultReader ReferenceError Reflect
  RegExp Request Response Set SharedArrayBuffer String SubtleCrypto SuppressedError Symbol SyntaxError TextDecoder TextDecoderStream TextEncoder TextEncoderStream TransformStream
  TransformStreamDefaultController TypeError URIError URL URLPattern URLSearchParams Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakSet WebAssembly WritableStream
  WritableStreamDefaultController WritableStreamDefaultWriter atob btoa console crypto decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval global globalThis
  isFinite isNaN navigator parseFloat parseInt performance process queueMicrotask structuredClone undefined unescape
`;
