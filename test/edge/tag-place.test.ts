import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PageWriter } from '../../src/edge/html/page-writer.ts'
import { bytesOf, through } from '../support/rewritten.ts'

/** Puts `|` where the tags go, looking at chunks of the given sizes; null where they go nowhere. */
function marked(page: string, sizes: readonly number[] = [page.length]): string | null {
  const writer = new PageWriter('|', true, null, (fault) => {
    throw fault
  })
  let seen = 0
  for (let turn = 0; !writer.tagPlace.isFinal; turn++) {
    seen += Math.max(1, sizes[turn % sizes.length] ?? 1)
    writer.look(bytesOf(page.slice(0, seen)), seen >= page.length)
  }
  return writer.tagPlace.place === 'nowhere' ? null : through(writer, page, [page.length])
}

const PLACED = {
  'right after the head tag': '<!doctype html><html><head>|<title>a</title>',
  'after the attributes of the head tag': '<html lang=en><head profile="a>b" x=\'>\'>|<title>',
  'before what begins a head without a tag': '<!doctype html>\n|<title>a</title><p>b',
  'before text': '<!doctype html>|hello',
  'before a body without a head': '<html>|<body><p>a',
  'before a frameset': '<html>|<frameset cols=*><frame src=a></frameset>',
  'before a template that holds a head': '<!doctype html>|<template><head></head></template><p>',
  'before an svg that holds a head': '<html>|<svg><head></head></svg>',
  'after a comment that holds a head': '<!-- <head> --><head>|',
  'after a comment that ends at once': '<!--><head>|',
  'after a comment that ends after a dash': '<!---><head>|',
  'after a comment with a bang': '<!-- a --!><head>|',
  'after a comment with dashes': '<!-- a -- b ---><head>|',
  'after a nested comment': '<!-- <!-- --><head>|',
  'after an XML declaration': '<?xml version="1.0" encoding="utf-8"?><html xmlns="a"><head>|',
  'after a doctype with a > in its identifier': '<!DOCTYPE html PUBLIC "a>|b">',
  'after a UTF-8 mark': '\xef\xbb\xbf<head>|',
  'before a header element': '<html>|<header>a</header>',
  'before an end tag': '<html>|</head><p>',
  'before an end tag that begins the body': '<html>|</br><head>',
  'behind an end tag that clients ignore': '<html></p></template><!-- a --><head class=a>|<title>',
  'in upper case': '<HTML><HEAD>|<TITLE>',
  'after a self-closed head': '<head/>|<title>',
  'after a stray quote in an attribute name': '<head a"b>|<title>',
  'at the end of a page of white space': '<!doctype html> \n|',
  'before a tag that the page ends in': '<html>|<hea',
  'before a lone less-than sign': '<html>|< head>',
  'after a value right behind a slash': '<head a=b/>|',
} as const

for (const [name, page] of Object.entries(PLACED)) {
  test(`the tags go ${name}`, () => expect(marked(page.replace('|', ''))).toBe(page))
}

const NOWHERE = {
  text: 'hello',
  JSON: '{"a": "<html>"}',
  'a part of a page': '<p>a</p><html>',
  'an end tag first': '</p><html>',
  'another language behind an XML declaration': '<?xml version="1.0"?><!DOCTYPE svg><html>',
  'UTF-16 behind a doctype': '<!doctype html><\0h\0',
  'an empty page': '',
  'UTF-16 with a mark': '\xff\xfe<\0h\0t\0m\0l\0>\0',
  'UTF-16, big end first, with a mark': '\xfe\xff\0<\0h\0t\0m\0l\0>',
  'UTF-16 without a mark': '<\0h\0t\0m\0l\0>\0',
  'UTF-16, big end first': '\0<\0h\0t\0m\0l\0>',
  'a comment that never ends': '<!-- <head>',
  'a doctype that never ends': '<!doctype html',
  'a head tag that never ends': '<head class="a>',
} as const

for (const [name, page] of Object.entries(NOWHERE)) {
  test(`no place is found in ${name}`, () => expect(marked(page)).toBeNull())
}

test('the place does not depend on how the page is cut into chunks', () => {
  const piece = fc.constantFrom(
    ...[
      '<',
      '!',
      '-',
      '>',
      '<!--',
      '-->',
      '<html',
      '<head',
      '<title>',
      ' ',
      '\n',
      'a',
      '=',
      '"',
      "'",
      '/',
      '<?',
      'x',
    ],
    ...['</', '</p>', '</head', '</br', '</template>', '<template>', '<noscript>'],
    ...['\xef', '\xbb', '\xbf', '\xff', '\xfe', '\0', 'h', 'e', 'HTML', '<!doctype html>'],
  )
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 12 }),
      fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 6 }),
      (pieces, sizes) => {
        const page = pieces.join('')
        expect(marked(page, sizes)).toBe(marked(page))
      },
    ),
    { numRuns: 5000 },
  )
})
