/**
 * Pages and answers in the odd forms in which servers send them.
 */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'

/** A gzip stream with a fault that browsers overlook. */
export const GZIP_FAULTS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  none: (body) => gzipSync(body),
  'bytes behind it': (body) => Buffer.concat([gzipSync(body), Buffer.from('more bytes')]),
  'zeros behind it': (body) => Buffer.concat([gzipSync(body), Buffer.alloc(5000)]),
  'a wrong checksum': (body) => altered(gzipSync(body), -8),
  'a wrong length': (body) => altered(gzipSync(body), -1),
  'a wrong checksum and bytes behind it': (body) =>
    Buffer.concat([altered(gzipSync(body), -6), Buffer.from('x')]),
  'no trailer': (body) => gzipSync(body).subarray(0, -8),
  'half a trailer': (body) => gzipSync(body).subarray(0, -4),
  'a file name': (body) =>
    Buffer.concat([withHeader(8, 'page.html\0'), deflateRawSync(body), Buffer.alloc(8)]),
  'a comment': (body) => Buffer.concat([withHeader(16, 'a comment\0'), deflateRawSync(body)]),
  'two members': (body) =>
    Buffer.concat([gzipSync(body.subarray(0, 40)), gzipSync(body.subarray(40))]),
  nothing: () => Buffer.alloc(0),
}

function altered(bytes: Buffer, at: number): Buffer {
  const i = bytes.length + at
  bytes[i] = bytes[i]! ^ 0x55
  return bytes
}

function withHeader(flag: number, text: string): Buffer {
  return Buffer.concat([Buffer.from([0x1f, 0x8b, 8, flag, 0, 0, 0, 0, 0, 3]), Buffer.from(text)])
}

/** Content codings as servers name and make them. */
export const CODINGS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  identity: (body) => body,
  gzip: (body) => gzipSync(body),
  GZip: (body) => gzipSync(body),
  'x-gzip': (body) => gzipSync(body),
  'X-GZIP': (body) => gzipSync(body),
  deflate: (body) => deflateSync(body),
  Deflate: (body) => deflateRawSync(body),
  br: (body) => brotliCompressSync(body),
  'gzip, gzip': (body) => gzipSync(gzipSync(body)),
  'gzip, identity': (body) => gzipSync(body),
}

/** Encodings of a page's text. */
export const ENCODINGS: Readonly<Record<string, (text: string) => Buffer>> = {
  'utf-8': (text) => Buffer.from(text),
  'utf-8 with a mark': (text) => Buffer.from(`\ufeff${text}`),
  'utf-16le with a mark': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'utf-16le without': (text) => Buffer.from(text, 'utf16le'),
  'utf-16be with a mark': (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  'utf-16be without': (text) => Buffer.from(text, 'utf16le').swap16(),
}

/** Answers that say `text/html` and are no documents. */
export const NO_DOCUMENTS: readonly ((n: number) => string | Buffer)[] = [
  (n) => JSON.stringify({ n, html: '<html><head></head></html>' }),
  (n) => JSON.stringify([n, '<!doctype html>']),
  (n) => String(n),
  (n) => `  \n${n}`,
  (n) => `"${n}"`,
  (n) => `id,name\n${n},<head>\n`,
  (n) => `<tr><td>${n}</td></tr>`,
  (n) => `\n<!-- row --><tr><td>${n}</td></tr>`,
  (n) => `<div id="a${n}"><title>x</title></div>`,
  (n) => `<li>${n}</li><li>b</li>`,
  (n) => `<option value="${n}">a</option>`,
  (n) => `<p>${n}</p><html><head></head>`,
  (n) => `<script>f(${n})</script>`,
  (n) => `<span>${n}</span>`,
  (n) => `<header>${n}</header>`,
  (n) => `<body>${n}</body>`,
  (n) => `<svg xmlns="http://www.w3.org/2000/svg"><title>${n}</title></svg>`,
  (n) => `<?xml version="1.0"?><rss version="2.0"><title>${n}</title></rss>`,
  (n) =>
    `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x"><svg><title>${n}</title></svg>`,
  (n) => `<!-- ${n} -->${' '.repeat(5000)}<html><head></head>`,
  (n) => `<!--${'x'.repeat(4100)}--><!doctype html><head>${n}</head>`,
  (n) => `&lt;html&gt;${n}`,
  (n) => `<${n}><head>`,
  (n) => `< html>${n}`,
  (n) => `</head>${n}`,
  (n) => `callback({"n":${n}})`,
  (n) => `OK ${n}`,
  (n) => `<htmlx>${n}</htmlx>`,
  (n) => `<titles>${n}</titles>`,
  (n) =>
    Buffer.concat([
      Buffer.from('PK\x03\x04'),
      Buffer.from([n & 255, 0, 255, 254]),
      Buffer.from('<html><head>'),
    ]),
  (n) => Buffer.concat([Buffer.from([0x89]), Buffer.from(`PNG\r\n\x1a\n<head>${n}`)]),
  (n) => Buffer.from([0, n & 255, 1, 2, 3]),
]
