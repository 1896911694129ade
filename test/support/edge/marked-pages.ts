/**
 * Short pages by where their tags go, marked by `|`, or by why they get none. Most names end the sentence of a test.
 */

/** By the edge's own reader, which takes any page. */
export const PLACED = {
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

export const NOWHERE = {
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

/** By the runtime's own rewriter, which writes what ends with the start tag of `head` or `meta`. */
export const BY_REWRITER = {
  'first in head': '<!doctype html><html lang="en"><head>|<title>a</title></head><body>b',
  'behind comments and attributes':
    '<!-- a --><!DOCTYPE html>\n<HTML a=\'>\'><HEAD b=">" c>|<title>',
  'behind the charset': '<!doctype html><html><head>\n<meta charset="utf-8">|\n<title>a</title>',
  'behind the charset, without a head tag': '<!doctype html><meta charset=utf-8>|<title>a</title>',
  'behind the last of several META':
    '<head><meta name=a content="meta charset=x"><meta charset=nothing><meta http-equiv=content-type content="text/html;charset=koi8-r">|<meta charset=utf-8>',
  'behind a title': '<head><title>a</title><link rel=a><base href=b><meta charset=utf-8>|</head>',
  'behind a byte order mark': '\xef\xbb\xbf<!doctype html><head>|<title>\xe9\xff\x81</title>',
  'behind bytes that are no UTF-8': '<!-- \xe9\xff\x80\x81\0 --><head a="\xc3\x28">|\xff',
} as const

/** Pages whose real head or charset comes behind something that looks like it. */
export const MISLEADING = {
  'no head tag': '<!doctype html><title>a</title>',
  'another element before the head tag': '<!doctype html><link rel=a><head>',
  'text before the charset': '<head>text<meta charset=utf-8>',
  'an element of the body before the charset': '<head><p><meta charset=utf-8>',
  'an end tag that ends the head': '<head></html><meta charset=utf-8>',
  'a charset in a template': '<head><template><meta charset=utf-8></template>',
  'a charset in a script': '<head><script>"<meta charset=utf-8>"</script>',
  'a charset in a title': '<head><title><meta charset=utf-8></title>',
  'a head in a template': '<!doctype html><template><head></head></template>',
  'a comment that ends early': '<!--><head>--><head>',
  'a comment that ends in another way': '<!-- a --!><head>',
  'an XML declaration': '<?xml version="1.0"?><!DOCTYPE svg><html><head>',
  'no document': '{"a": "<head>"}',
  'a tag that does not end': '<html><head title="',
  UTF16: '<\0h\0t\0m\0l\0>\0<\0h\0e\0a\0d\0>\0',
  nothing: '',
} as const
