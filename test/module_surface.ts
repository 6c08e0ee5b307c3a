/** Node's builtin modules that only compute, and `process`. See `surface_classes.test_support.ts`. */
export const MODULE_SURFACE = `
assert pure: Assert AssertionError CallTracker deepEqual deepStrictEqual doesNotMatch doesNotReject doesNotThrow equal fail ifError match notDeepEqual notDeepStrictEqual notEqual
  notStrictEqual ok partialDeepStrictEqual rejects strict strictEqual throws
assert.Assert.prototype pure: deepEqual deepStrictEqual doesNotMatch doesNotReject doesNotThrow equal fail ifError match notDeepEqual notDeepStrictEqual notEqual notStrictEqual ok
  partialDeepStrictEqual rejects strictEqual throws
assert.AssertionError.prototype pure: toString
assert.CallTracker.prototype pure: calls getCalls report reset verify
assert/strict pure: Assert AssertionError CallTracker deepEqual deepStrictEqual doesNotMatch doesNotReject doesNotThrow equal fail ifError match notDeepEqual notDeepStrictEqual
  notEqual notStrictEqual ok partialDeepStrictEqual rejects strict strictEqual throws
async_hooks reported: createHook executionAsyncId executionAsyncResource triggerAsyncId
async_hooks pure: AsyncLocalStorage AsyncResource asyncWrapProviders
async_hooks.AsyncLocalStorage pure: bind snapshot
async_hooks.AsyncLocalStorage.prototype pure: disable enterWith exit getStore run
async_hooks.AsyncResource pure: bind
async_hooks.AsyncResource.prototype reported: asyncId triggerAsyncId
async_hooks.AsyncResource.prototype pure: bind emitDestroy runInAsyncScope
buffer virtual: File
buffer pure: Blob Buffer INSPECT_MAX_BYTES SlowBuffer atob btoa constants isAscii isUtf8 kMaxLength kStringMaxLength resolveObjectURL transcode
buffer.Buffer virtual: allocUnsafe allocUnsafeSlow poolSize
buffer.Buffer pure: @species alloc byteLength compare concat copyBytesFrom from isBuffer isEncoding of
buffer.Buffer.prototype pure: asciiSlice asciiWrite base64Slice base64Write base64urlSlice base64urlWrite compare copy equals fill hexSlice hexWrite includes indexOf inspect
  lastIndexOf latin1Slice latin1Write offset parent readBigInt64BE readBigInt64LE readBigUInt64BE readBigUInt64LE readBigUint64BE readBigUint64LE readDoubleBE readDoubleLE
  readFloatBE readFloatLE readInt16BE readInt16LE readInt32BE readInt32LE readInt8 readIntBE readIntLE readUInt16BE readUInt16LE readUInt32BE readUInt32LE readUInt8 readUIntBE
  readUIntLE readUint16BE readUint16LE readUint32BE readUint32LE readUint8 readUintBE readUintLE slice subarray swap16 swap32 swap64 toJSON toLocaleString toString ucs2Slice
  ucs2Write utf8Slice utf8Write write writeBigInt64BE writeBigInt64LE writeBigUInt64BE writeBigUInt64LE writeBigUint64BE writeBigUint64LE writeInt16BE writeInt16LE writeInt32BE writeInt32LE writeInt8 writeIntBE writeIntLE writeUInt16BE writeUInt16LE writeUInt32BE writeUInt32LE writeUInt8 writeUIntBE
  writeUIntLE writeUint16BE writeUint16LE writeUint32BE writeUint32LE writeUint8 writeUintBE writeUintLE
buffer.Buffer.prototype virtual: writeDoubleBE writeDoubleLE writeFloatBE writeFloatLE
console virtual: time timeEnd timeLog
console pure: @toStringTag Console assert clear context count countReset createTask debug dir dirxml error group groupCollapsed groupEnd info log profile profileEnd table timeStamp
  trace warn
console.Console pure: @hasInstance
console.Console.prototype virtual: time timeEnd timeLog
console.Console.prototype pure: assert clear count countReset debug dir dirxml error group groupCollapsed groupEnd info log table trace warn
crypto virtual: prng pseudoRandomBytes randomBytes randomFill randomFillSync randomInt randomUUID randomUUIDv7 rng
crypto held: argon2 checkPrime decapsulate diffieHellman hkdf pbkdf2 scrypt verify
crypto reported: encapsulate generateKey generateKeyPair generateKeyPairSync generateKeySync generatePrime generatePrimeSync getCiphers getCurves getFips getHashes publicEncrypt
  setEngine
crypto sometimes: createDiffieHellman sign
crypto pure: Certificate Cipher Cipheriv Decipher Decipheriv DiffieHellman DiffieHellmanGroup ECDH Hash Hmac KeyObject Sign Verify X509Certificate argon2Sync checkPrimeSync
  constants createCipher createCipheriv createDecipher createDecipheriv createDiffieHellmanGroup createECDH createHash createHmac createPrivateKey createPublicKey createSecretKey
  createSign createVerify getCipherInfo getDiffieHellman getRandomValues hash hkdfSync pbkdf2Sync privateDecrypt privateEncrypt publicDecrypt scryptSync secureHeapUsed setFips
  subtle timingSafeEqual webcrypto
crypto unseen: fips
crypto.Certificate pure: exportChallenge exportPublicKey verifySpkac
crypto.Certificate.prototype pure: exportChallenge exportPublicKey verifySpkac
crypto.Cipher.prototype pure: final getAuthTag setAAD setAutoPadding update
crypto.Cipheriv.prototype pure: final getAuthTag setAAD setAutoPadding update
crypto.Decipher.prototype pure: final setAAD setAuthTag setAutoPadding update
crypto.Decipheriv.prototype pure: final setAAD setAuthTag setAutoPadding update
crypto.DiffieHellman.prototype reported: generateKeys
crypto.DiffieHellman.prototype pure: computeSecret getGenerator getPrime getPrivateKey getPublicKey setPrivateKey setPublicKey
crypto.DiffieHellmanGroup.prototype reported: generateKeys
crypto.DiffieHellmanGroup.prototype pure: computeSecret getGenerator getPrime getPrivateKey getPublicKey
crypto.ECDH pure: convertKey
crypto.ECDH.prototype reported: generateKeys
crypto.ECDH.prototype pure: computeSecret getPrivateKey getPublicKey setPrivateKey setPublicKey
crypto.Hash.prototype pure: copy digest update
crypto.Hmac.prototype pure: digest update
crypto.KeyObject pure: from
crypto.KeyObject.prototype pure: @toStringTag equals toCryptoKey type
crypto.PrivateKeyObject sometimes: export
crypto.PrivateKeyObject^ pure: asymmetricKeyDetails asymmetricKeyType toCryptoKey
crypto.SecretKeyObject sometimes: export
crypto.SecretKeyObject pure: symmetricKeySize toCryptoKey
crypto.Sign.prototype sometimes: sign
crypto.Sign.prototype pure: update
crypto.Verify.prototype pure: update verify
crypto.X509Certificate.prototype pure: ca checkEmail checkHost checkIP checkIssued checkPrivateKey fingerprint fingerprint256 fingerprint512 infoAccess issuer issuerCertificate
  keyUsage publicKey raw serialNumber signatureAlgorithm signatureAlgorithmOid subject subjectAltName toJSON toLegacyObject toString validFrom validFromDate validTo validToDate
  verify
diagnostics_channel pure: Channel channel hasSubscribers subscribe tracingChannel unsubscribe
diagnostics_channel.Channel pure: @hasInstance
diagnostics_channel.Channel.prototype virtual: bindStore subscribe
diagnostics_channel.Channel.prototype pure: hasSubscribers publish runStores unbindStore unsubscribe
domain pure: Domain active create createDomain
domain.Domain.prototype pure: add bind enter exit intercept members remove run
events pure: EventEmitter EventEmitterAsyncResource addAbortListener captureRejectionSymbol captureRejections defaultMaxListeners errorMonitor getEventListeners getMaxListeners
  init kMaxEventTargetListeners kMaxEventTargetListenersWarned listenerCount on once setMaxListeners usingDomains
events.prototype pure: addListener emit eventNames getMaxListeners listenerCount listeners off on once prependListener prependOnceListener rawListeners removeAllListeners
  removeListener setMaxListeners
inspector reported: Session open url waitForDebugger
inspector pure: DOMStorage Network NetworkResources close console
inspector.DOMStorage pure: domStorageItemAdded domStorageItemRemoved domStorageItemUpdated domStorageItemsCleared registerStorage
inspector.Network pure: dataReceived dataSent loadingFailed loadingFinished requestWillBeSent responseReceived webSocketClosed webSocketCreated webSocketHandshakeResponseReceived
inspector.NetworkResources pure: put
inspector.Session.prototype pure: connect connectToMainThread disconnect post
inspector.console pure: @toStringTag assert clear context count countReset debug dir dirxml error group groupCollapsed groupEnd info log profile profileEnd table time timeEnd
  timeLog timeStamp trace warn
inspector/promises reported: Session open url waitForDebugger
inspector/promises pure: DOMStorage Network NetworkResources close console
inspector/promises.Session.prototype pure: post
module reported: builtinModules enableCompileCache getCompileCacheDir globalPaths register stripTypeScriptTypes
module pure: Module SourceMap constants createRequire findPackageJSON findSourceMap flushCompileCache getSourceMapsSupport isBuiltin registerHooks runMain setSourceMapsSupport
  syncBuiltinESMExports wrap wrapper
module.SourceMap.prototype pure: findEntry findOrigin lineLengths payload
module.builtinModules pure: length
module.globalPaths pure: length
module.prototype pure: isPreloading load parent require
os virtual: availableParallelism cpus freemem getPriority homedir hostname loadavg networkInterfaces release totalmem uptime userInfo version
os reported: arch machine setPriority
os pure: EOL constants devNull endianness platform tmpdir type
os.arch pure: @toPrimitive
os.availableParallelism pure: @toPrimitive
os.endianness pure: @toPrimitive
os.freemem pure: @toPrimitive
os.homedir pure: @toPrimitive withoutStackTrace
os.hostname pure: @toPrimitive withoutStackTrace
os.machine pure: @toPrimitive
os.platform pure: @toPrimitive
os.tmpdir pure: @toPrimitive
os.totalmem pure: @toPrimitive
os.type pure: @toPrimitive
os.uptime pure: @toPrimitive withoutStackTrace
os.version pure: @toPrimitive
path pure: basename delimiter dirname extname format isAbsolute join matchesGlob normalize parse posix relative resolve sep toNamespacedPath win32
path/win32 pure: basename delimiter dirname extname format isAbsolute join matchesGlob normalize parse posix relative resolve sep toNamespacedPath win32
perf_hooks virtual: eventLoopUtilization
perf_hooks reported: monitorEventLoopDelay timerify
perf_hooks pure: Performance PerformanceEntry PerformanceMark PerformanceMeasure PerformanceObserver PerformanceObserverEntryList PerformanceResourceTiming constants
  createHistogram performance
perf_hooks.Histogram virtual: recordDelta
perf_hooks.Histogram pure: add record recordCorrected subtract
perf_hooks.Histogram^ pure: burnRate ccdf cdf cliffsD cohensD count countAt countBigInt ewmaErrorRate ewmaMean ewmaStddev exceeds exceedsBigInt ksTest kurtosis linearBuckets
  logBuckets mannWhitneyTest max maxBigInt mean min minBigInt percentile percentileBigInt percentileCI percentiles percentilesAt percentilesBigInt reset skewness stddev toJSON
  welchTest
perf_hooks.IntervalHistogram pure: @dispose disable enable
process virtual: availableMemory constrainedMemory cpuUsage emit execArgv execPath exit getActiveResourcesInfo getegid geteuid getgid getgroups getuid hasUncaughtExceptionCaptureCallback hrtime kill memoryUsage pid ppid
  reallyExit resourceUsage setUncaughtExceptionCaptureCallback threadCpuUsage title umask uptime
process reported: allowedNodeEnvironmentFlags arch binding config dlopen execve moduleLoadList release version versions
process sometimes: cwd env
process pure: @toStringTag abort argv assert chdir debugPort domain emitWarning exitCode finalization getBuiltinModule initgroups loadEnvFile
  nextTick noProcessWarnings openStdin platform ref report setSourceMapsEnabled setegid seteuid setgid setgroups setuid sourceMapsEnabled stderr
  stdin stdout unref
process unseen: argv0 features
process.finalization reported: register registerBeforeExit
process.finalization pure: unregister
process.hrtime pure: bigint
process.memoryUsage pure: rss
process.report reported: getReport writeReport
process.report pure: compact directory excludeEnv excludeNetwork filename reportOnFatalError reportOnSignal reportOnUncaughtException signal
punycode pure: decode encode toASCII toUnicode ucs2 version
punycode.ucs2 pure: decode encode
querystring pure: decode encode escape parse stringify unescape unescapeBuffer
repl pure: REPLServer REPL_MODE_SLOPPY REPL_MODE_STRICT Recoverable builtinModules isValidSyntax start writer
repl.REPLServer.prototype pure: clearBufferedCommand close complete completeOnEditorMode createContext defineCommand displayPrompt resetContext setPrompt setupHistory
repl.writer pure: options
repl.writer.options pure: breakLength colors compact customInspect depth getters maxArrayLength maxStringLength numericSeparator showHidden showProxy sorted
sea pure: getAsset getAssetAsBlob getAssetKeys getRawAsset isSea
string_decoder pure: StringDecoder
string_decoder.StringDecoder.prototype pure: end lastChar lastNeed lastTotal text write
test pure: after afterEach assert before beforeEach describe expectFailure getTestContext it mock only run skip snapshot suite test todo
test.describe pure: expectFailure only skip todo
test/reporters pure: dot junit lcov spec tap
timers virtual: clearImmediate clearInterval clearTimeout setImmediate setInterval setTimeout
timers reported: active enroll
timers pure: promises unenroll
timers/promises virtual: scheduler setImmediate setInterval setTimeout
timers/promises.scheduler^ pure: wait yield
trace_events reported: createTracing
trace_events pure: getEnabledCategories
url pure: URL URLPattern URLSearchParams Url domainToASCII domainToUnicode fileURLToPath fileURLToPathBuffer format parse pathToFileURL resolve resolveObject urlToHttpOptions
url.Url.prototype pure: format parse parseHost resolve resolveObject
util reported: getSystemErrorMap log
util pure: MIMEParams MIMEType TextDecoder TextEncoder aborted callbackify convertProcessSignalToExitCode debug debuglog deprecate diff format formatWithOptions getCallSite
  getCallSites getSystemErrorMessage getSystemErrorName inherits inspect isArray isBoolean isBuffer isDate isDeepStrictEqual isError isFunction isNull isNullOrUndefined isNumber
  isObject isPrimitive isRegExp isString isSymbol isUndefined parseArgs parseEnv promisify setTraceSigInt stripVTControlCharacters styleText toUSVString transferableAbortController
  transferableAbortSignal types
util.MIMEParams.prototype pure: @iterator delete entries get has keys set toJSON toString values
util.MIMEType pure: parse
util.MIMEType.prototype pure: essence params subtype toJSON toString type
util.inspect pure: colors custom defaultOptions styles
util.promisify pure: custom
util/types pure: isAnyArrayBuffer isArgumentsObject isArrayBuffer isArrayBufferView isAsyncFunction isBigInt64Array isBigIntObject isBigUint64Array isBooleanObject isBoxedPrimitive
  isCryptoKey isDataView isDate isExternal isFloat16Array isFloat32Array isFloat64Array isGeneratorFunction isGeneratorObject isInt16Array isInt32Array isInt8Array isKeyObject
  isMap isMapIterator isModuleNamespaceObject isNativeError isNumberObject isPromise isProxy isRegExp isSet isSetIterator isSharedArrayBuffer isStringObject isSymbolObject
  isTypedArray isUint16Array isUint32Array isUint8Array isUint8ClampedArray isWeakMap isWeakSet
v8 reported: GCProfiler cachedDataVersionTag getCppHeapStatistics getHeapCodeStatistics getHeapSnapshot getHeapSpaceStatistics getHeapStatistics queryObjects setFlagsFromString
  setHeapSnapshotNearHeapLimit startCpuProfile stopCoverage takeCoverage writeHeapSnapshot
v8 pure: DefaultDeserializer DefaultSerializer Deserializer Serializer deserialize isStringOneByteRepresentation promiseHooks serialize startupSnapshot
v8.Deserializer.prototype pure: getWireFormatVersion readDouble readHeader readRawBytes readUint32 readUint64 readValue transferArrayBuffer
v8.GCProfiler.prototype pure: @dispose start stop
v8.Serializer.prototype pure: releaseBuffer transferArrayBuffer writeDouble writeHeader writeRawBytes writeUint32 writeUint64 writeValue
v8.promiseHooks reported: createHook onAfter onBefore onInit onSettled
v8.startupSnapshot pure: addDeserializeCallback addSerializeCallback isBuildingSnapshot setDeserializeMainFunction
vm reported: createContext measureMemory runInContext runInNewContext
vm pure: Script compileFunction constants createScript isContext runInThisContext
vm.Script.prototype reported: runInNewContext
vm.Script.prototype pure: runInContext runInThisContext
vm.Script.prototype^ reported: createCachedData runInContext
wasi reported: WASI
wasi.WASI.prototype pure: finalizeBindings getImportObject initialize start
`;
