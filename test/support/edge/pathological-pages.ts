/**
 * Pages that break rewriters: each is served as it is, and must come out as it is, except for the tags.
 */

/** A page, its media type, and whether no tags are put into it. */
export interface PathologicalPage {
  readonly name: string
  readonly type: string
  readonly body: Uint8Array
  readonly untouched: boolean
}

const latin1 = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0))
const utf16 = (text: string) => latin1([...text].map((c) => `${c}\0`).join(''))
const page = (
  name: string,
  body: string | Uint8Array,
  type = 'text/html',
  untouched = false,
): PathologicalPage => ({
  name,
  type,
  body: typeof body === 'string' ? latin1(body) : body,
  untouched,
})

const FILLER = '<p>filler</p>\n'

export const PATHOLOGICAL: readonly PathologicalPage[] = [
  page('empty', ''),
  page('one byte', 'x'),
  page('one open bracket', '<'),
  page('no head', '<title>a</title><p>b'),
  page('only text', 'no tag at all'),
  page(
    'late head',
    `${' \n'.repeat(40_000)}<!-- ${'long '.repeat(20_000)}--><html><head><title>a</title></head><body>`,
  ),
  page('head in a template', '<html><template><head></head></template><body>'),
  page('head in a drawing', '<html><body><svg><head></head></svg>'),
  page('two heads', '<html><head><title>a</title></head><head></head><body><head>'),
  page(
    'head with attributes',
    '<head prefix="og: https://ogp.me/ns#" data-x=\'>\'><title>a</title>',
  ),
  page('head in upper case', '<HTML><HEAD><TITLE>a</TITLE></HEAD><BODY>'),
  page('head that closes itself', '<html><head/><title>a</title>'),
  page('header, no head', '<html><header>a</header>'),
  page('frameset', '<html><frameset cols="*"><frame src="a"></frameset></html>'),
  page('end tags first', '</p></head></html><p>a'),
  page('comment that never ends', `<!-- ${FILLER.repeat(100)}`),
  page('head that never ends', '<head title="'),
  page('comment with a head', '<!-- <head> --!><!--><!---><!-- -- --><head><title>a</title>'),
  page('XML declaration', '<?xml version="1.0"?><!DOCTYPE html><html><head></head></html>'),
  page('script with a head', '<html><script>"<head>"</script><head>'),
  page(
    'data of four megabytes in an attribute',
    `<head></head><body><img src="data:,${'A'.repeat(4 << 20)}">`,
  ),
  page('nested ten thousand deep', `<head></head>${'<div>'.repeat(10_000)}`),
  page('NUL in the body', '<head></head><body>a\0b'),
  page('undeclared latin-1', '<head><title>\xe9\xe8</title></head>\xff\xfe'),
  page('declared latin-1', '<head><title>\xe9</title></head>', 'text/html; charset=iso-8859-1'),
  page('bogus charset', '<head><title>\xe9</title></head>', 'text/html; charset=no-such-thing'),
  page('quoted charset', '<head></head>', 'text/html;charset="utf-8"'),
  page('invalid UTF-8', '<head></head>\xc3\x28\xed\xa0\x80\xff', 'text/html; charset=utf-8'),
  page('UTF-8 with a mark', '\xef\xbb\xbf<!doctype html><head></head>', 'text/html; charset=utf-8'),
  page('shift_jis', '<head><title>\x83\x5c\x83\x5e</title></head>', 'text/html; charset=shift_jis'),
  page('declared UTF-16', utf16('<html><head></head></html>'), 'text/html; charset=utf-16le', true),
  page('UTF-16 with a mark', latin1('\xff\xfe<\0h\0e\0a\0d\0>\0'), 'text/html', true),
  page('undeclared UTF-16', utf16('<html><head></head></html>'), 'text/html', true),
  page(
    'ISO-2022-JP',
    '<head><title>\x1b$B<h\x1b(B</title></head>',
    'text/html; charset=ISO-2022-JP',
    true,
  ),
  page(
    'XHTML',
    '<html xmlns="http://www.w3.org/1999/xhtml"><head/></html>',
    'application/xhtml+xml',
    true,
  ),
  page('a picture with a head in it', '\x89PNG\r\n\x1a\n<head></head>', 'image/png', true),
  page('a feed', '<?xml version="1.0"?><feed><head></head></feed>', 'application/atom+xml', true),
  page('media type alike', '<head></head>', 'text/htmlx', true),
]
