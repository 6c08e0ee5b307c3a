/** Node's builtin modules that communicate with the outside. See `surface_classes.test_support.ts`. */
export const IO_SURFACE = `
child_process held: exec execFile fork spawn
child_process reported: execFileSync execSync spawnSync
child_process pure: ChildProcess
child_process.ChildProcess.prototype reported: spawn
child_process.ChildProcess.prototype pure: @dispose kill ref unref
cluster reported: fork
cluster pure: Worker disconnect isMaster isPrimary isWorker schedulingPolicy settings setupMaster setupPrimary workers
cluster.Worker.prototype pure: destroy disconnect isConnected isDead kill send
dgram pure: Socket createSocket
dgram.Socket.prototype virtual: addMembership addSourceSpecificMembership close dropMembership dropSourceSpecificMembership
  setBroadcast setMulticastInterface setMulticastLoopback setMulticastTTL setRecvBufferSize setSendBufferSize setTTL
dgram.Socket.prototype sometimes: bind connect send
dgram.Socket.prototype pure: @asyncDispose address bindSync connectSync disconnect
  getRecvBufferSize getSendBufferSize getSendQueueCount getSendQueueSize ref remoteAddress sendto unref
dns reported: getServers lookup lookupService resolve resolve4 resolve6 resolveAny resolveCaa resolveCname resolveMx resolveNaptr resolveNs resolvePtr resolveSoa resolveSrv
  resolveTlsa resolveTxt reverse
dns pure: ADDRGETNETWORKPARAMS BADFAMILY BADFLAGS BADHINTS BADNAME BADQUERY BADRESP BADSTR CANCELLED CONNREFUSED DESTRUCTION EOF FILE FORMERR LOADIPHLPAPI NODATA NOMEM NONAME
  NOTFOUND NOTIMP NOTINITIALIZED REFUSED Resolver SERVFAIL TIMEOUT getDefaultResultOrder promises setDefaultResultOrder setServers
dns.Resolver.prototype held: resolve4 resolve6 resolveAny resolveCaa resolveCname resolveMx resolveNaptr resolveNs resolvePtr resolveSoa resolveSrv resolveTlsa resolveTxt
dns.Resolver.prototype reported: resolve reverse
dns.Resolver.prototype^ pure: cancel getServers setLocalAddress setServers
dns/promises reported: getServers lookup lookupService resolve resolve4 resolve6 resolveAny resolveCaa resolveCname resolveMx resolveNaptr resolveNs resolvePtr resolveSoa
  resolveSrv resolveTlsa resolveTxt reverse
dns/promises pure: ADDRGETNETWORKPARAMS BADFAMILY BADFLAGS BADHINTS BADNAME BADQUERY BADRESP BADSTR CANCELLED CONNREFUSED DESTRUCTION EOF FILE FORMERR LOADIPHLPAPI NODATA NOMEM
  NONAME NOTFOUND NOTIMP NOTINITIALIZED REFUSED Resolver SERVFAIL TIMEOUT getDefaultResultOrder setDefaultResultOrder setServers
dns/promises.Resolver.prototype held: resolve resolve4 resolve6 resolveAny resolveCaa resolveCname resolveMx resolveNaptr resolveNs resolvePtr resolveSoa resolveSrv resolveTlsa
  resolveTxt reverse
fs virtual: fstatSync lstatSync readdirSync statSync
fs held: access appendFile chmod chown close copyFile cp exists fchmod fchown fdatasync fstat fsync ftruncate futimes lchown link lstat lutimes mkdir open read readFile readdir
  readlink readv realpath rename rm rmdir stat symlink truncate unlink utimes write writeFile writev
fs reported: glob globSync mkdtemp mkdtempDisposableSync mkdtempSync opendir opendirSync statfs statfsSync watch watchFile
fs sometimes: accessSync appendFileSync copyFileSync cpSync createReadStream createWriteStream existsSync openAsBlob openSync readFileSync readSync readlinkSync realpathSync truncateSync
  writeFileSync
fs pure: Dir Dirent F_OK FileReadStream FileWriteStream R_OK ReadStream Stats Utf8Stream W_OK WriteStream X_OK chmodSync chownSync closeSync constants
  fchmodSync fchownSync fdatasyncSync fsyncSync ftruncateSync futimesSync lchmod lchmodSync lchownSync linkSync lutimesSync mkdirSync promises readvSync
  renameSync rmSync rmdirSync symlinkSync unlinkSync unwatchFile utimesSync writeSync writevSync
fs.Dir.prototype virtual: @asyncIterator close entries read
fs.Dir.prototype pure: @asyncDispose @dispose closeSync path processReadResult readSync readSyncRecursive
fs.Dirent.prototype pure: isBlockDevice isCharacterDevice isDirectory isFIFO isFile isSocket isSymbolicLink
fs.Stats.prototype pure: atime birthtime ctime isFile mtime
fs.Stats.prototype^ pure: isBlockDevice isCharacterDevice isDirectory isFIFO isFile isSocket isSymbolicLink
fs.realpath pure: native
fs.realpathSync pure: native
fs/promises held: access appendFile chmod chown copyFile cp lchmod lchown link lstat lutimes mkdir open readFile readdir readlink realpath rename rm rmdir stat symlink truncate
  unlink utimes writeFile
fs/promises reported: glob mkdtemp mkdtempDisposable opendir statfs watch
fs/promises pure: constants
http sometimes: get request
http pure: Agent ClientRequest CloseEvent IncomingMessage METHODS MessageEvent OutgoingMessage STATUS_CODES Server ServerResponse WebSocket createServer globalAgent maxHeaderSize
  setGlobalProxyFromEnv setMaxIdleHTTPParsers validateHeaderName validateHeaderValue
http.Agent pure: defaultMaxSockets
http.Agent.prototype pure: addRequest createConnection createSocket destroy getName keepSocketAlive removeSocket reuseSocket
http.ClientRequest.prototype pure: abort clearTimeout destroy onSocket path setNoDelay setSocketKeepAlive setTimeout
http.IncomingMessage.prototype pure: connection headers headersDistinct setTimeout signal trailers trailersDistinct
http.OutgoingMessage.prototype pure: addTrailers appendHeader closed connection cork destroy end errored flushHeaders getHeader getHeaderNames getHeaders getRawHeaderNames
  hasHeader headersSent pipe removeHeader setHeader setHeaders setTimeout socket uncork writableCorked writableEnded writableFinished writableHighWaterMark writableLength
  writableNeedDrain writableObjectMode write
http.Server.prototype pure: @asyncDispose close closeAllConnections closeIdleConnections setTimeout
http.ServerResponse.prototype virtual: writeHead
http.ServerResponse.prototype pure: assignSocket detachSocket statusCode statusMessage writeContinue writeEarlyHints writeHeader writeInformation writeProcessing
http.validateHeaderName pure: withoutStackTrace
http.validateHeaderValue pure: withoutStackTrace
http2 reported: performServerHandshake
http2 virtual: createSecureServer createServer
http2 sometimes: connect
http2 pure: Http2ServerRequest Http2ServerResponse constants getDefaultSettings getPackedSettings getUnpackedSettings sensitiveHeaders
http2.Http2ServerRequest.prototype pure: aborted authority complete connection headers httpVersion httpVersionMajor httpVersionMinor method rawHeaders rawTrailers scheme setTimeout
  socket stream trailers url
http2.Http2ServerResponse.prototype pure: addTrailers appendHeader connection cork createPushResponse destroy end finished flushHeaders getHeader getHeaderNames getHeaders
  hasHeader headersSent removeHeader sendDate setHeader setTimeout setTrailer socket statusCode statusMessage stream uncork writableCorked writableEnded writableFinished
  writableHighWaterMark writableLength writableNeedDrain writableObjectMode write writeContinue writeEarlyHints writeHead writeInformation
https sometimes: get request
https virtual: globalAgent
https pure: Agent Server createServer
https.Agent.prototype pure: createConnection getName keepSocketAlive
https.Server.prototype pure: @asyncDispose close closeAllConnections closeIdleConnections setTimeout
net reported: BoundSocket
net sometimes: connect createConnection
net pure: BlockList Server Socket SocketAddress Stream createServer getDefaultAutoSelectFamily getDefaultAutoSelectFamilyAttemptTimeout isIP isIPv4 isIPv6
  setDefaultAutoSelectFamily setDefaultAutoSelectFamilyAttemptTimeout
net.BoundSocket.prototype pure: @dispose address close fd isPipe
net.Server.prototype virtual: close listen
net.Server.prototype pure: @asyncDispose address getConnections listening ref unref
net.Socket.prototype virtual: setTimeout
net.Socket.prototype held: end
net.Socket.prototype sometimes: connect
net.Socket.prototype pure: address bufferSize bytesRead bytesWritten destroySoon getTypeOfService localAddress localFamily localPort pause pending read readyState ref remoteAddress
  remoteFamily remotePort resetAndDestroy resume setKeepAlive setNoDelay setTypeOfService unref
readline pure: Interface clearLine clearScreenDown createInterface cursorTo emitKeypressEvents moveCursor promises
readline.Interface.prototype pure: question
readline.Interface.prototype^ pure: @asyncIterator @dispose clearLine close columns getCursorPos getPrompt pause prompt resume setPrompt setupHistoryManager write
readline/promises pure: Interface Readline createInterface
readline/promises.Interface.prototype pure: question
readline/promises.Readline.prototype pure: clearLine clearScreenDown commit cursorTo moveCursor rollback
sqlite reported: DatabaseSync backup
sqlite pure: Session StatementSync constants
sqlite.DatabaseSync.prototype pure: @dispose aggregate applyChangeset close createSession createTagStore deserialize enableDefensive enableLoadExtension exec function loadExtension
  location open prepare serialize setAuthorizer
sqlite.Session.prototype pure: @dispose changeset close patchset
sqlite.StatementSync.prototype pure: all columns get iterate run setAllowBareNamedParameters setAllowUnknownNamedParameters setReadBigInts setReturnArrays
stream pure: Duplex PassThrough Readable Stream Transform Writable addAbortSignal compose destroy duplexPair finished getDefaultHighWaterMark isDestroyed isDisturbed isErrored
  isReadable isWritable pipeline promises setDefaultHighWaterMark
stream.Duplex pure: from fromWeb toWeb
stream.Duplex.prototype pure: cork destroy destroyed end setDefaultEncoding uncork writable writableBuffer writableCorked writableEnded writableFinished writableHighWaterMark
  writableLength writableNeedDrain writableObjectMode write
stream.Readable pure: ReadableState from fromWeb toWeb wrap
stream.Readable.prototype pure: @asyncDispose @asyncIterator addListener asIndexedPairs closed compose destroy destroyed drop errored every filter find flatMap forEach isPaused
  iterator map off on pause pipe push read readable readableAborted readableBuffer readableDidRead readableEncoding readableEnded readableFlowing readableHighWaterMark
  readableLength readableObjectMode reduce removeAllListeners removeListener resume setEncoding some take toArray unpipe unshift wrap
stream.Writable pure: @hasInstance WritableState fromWeb toWeb
stream.Writable.prototype pure: @asyncDispose closed cork destroy destroyed end errored pipe setDefaultEncoding uncork writable writableAborted writableBuffer writableCorked
  writableEnded writableFinished writableHighWaterMark writableLength writableNeedDrain writableObjectMode write
stream.finished pure: finished
stream.prototype pure: eventNames pipe
stream/consumers pure: arrayBuffer blob buffer bytes json text
stream/promises pure: finished pipeline
stream/web pure: ByteLengthQueuingStrategy CompressionStream CountQueuingStrategy DecompressionStream ReadableByteStreamController ReadableStream ReadableStreamBYOBReader
  ReadableStreamBYOBRequest ReadableStreamDefaultController ReadableStreamDefaultReader ReadableStreamTee TextDecoderStream TextEncoderStream TransformStream
  TransformStreamDefaultController WritableStream WritableStreamDefaultController WritableStreamDefaultWriter
tls reported: DEFAULT_CIPHERS getCACertificates getCiphers
tls sometimes: connect
tls pure: DEFAULT_ECDH_CURVE DEFAULT_MAX_VERSION DEFAULT_MIN_VERSION SecureContext Server TLSSocket checkServerIdentity convertALPNProtocols createSecureContext createSecurePair
  createServer getCertificateCompressionAlgorithms setDefaultCACertificates
tls unseen: rootCertificates
tls.Server.prototype pure: addContext getTicketKeys setOptions setSecureContext setTicketKeys
tls.TLSSocket.prototype pure: disableRenegotiation enableTrace exportKeyingMaterial getCertificate getCipher getEphemeralKeyInfo getFinished getPeerCertificate getPeerFinished
  getPeerX509Certificate getProtocol getSession getSharedSigalgs getTLSTicket getX509Certificate isSessionReused renegotiate setKeyCert setMaxSendFragment setServername setSession
tty virtual: isatty
tty reported: ReadStream WriteStream
tty.ReadStream.prototype pure: setRawMode
tty.WriteStream.prototype pure: clearLine clearScreenDown cursorTo getColorDepth getWindowSize hasColors isTTY moveCursor
worker_threads virtual: BroadcastChannel MessageChannel resourceLimits setEnvironmentData
worker_threads held: Worker
worker_threads reported: postMessageToThread receiveMessageOnPort
worker_threads pure: MessagePort SHARE_ENV getEnvironmentData isInternalThread isMainThread isMarkedAsUntransferable locks markAsUncloneable markAsUntransferable
  moveMessagePortToContext parentPort threadId threadName workerData
worker_threads.Worker.prototype pure: @asyncDispose cpuUsage getHeapSnapshot getHeapStatistics postMessage ref resourceLimits startCpuProfile startHeapProfile stderr stdin stdout
  terminate threadId threadName unref
worker_threads.locks^ reported: query request
worker_threads.locks^ pure: @toStringTag
zlib held: brotliCompress brotliDecompress deflate deflateRaw gunzip gzip inflate inflateRaw unzip zstdCompress zstdDecompress
zlib pure: BrotliCompress BrotliDecompress Deflate DeflateRaw Gunzip Gzip Inflate InflateRaw Unzip ZstdCompress ZstdDecompress brotliCompressSync brotliDecompressSync codes
  constants crc32 createBrotliCompress createBrotliDecompress createDeflate createDeflateRaw createGunzip createGzip createInflate createInflateRaw createUnzip createZstdCompress
  createZstdDecompress deflateRawSync deflateSync gunzipSync gzipSync inflateRawSync inflateSync unzipSync zstdCompressSync zstdDecompressSync
zlib.Deflate.prototype^ pure: params
zlib.Deflate.prototype^^ pure: bytesRead close flush reset
`;
