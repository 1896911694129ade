/**
 * The record of each operator, in the order of their files. Generated from src/crawlers/data by
 * `npm run docs`.
 */
import _360 from './data/360.json' with { type: 'json' }
import ahrefs from './data/ahrefs.json' with { type: 'json' }
import ai2 from './data/ai2.json' with { type: 'json' }
import akkoma from './data/akkoma.json' with { type: 'json' }
import amazon from './data/amazon.json' with { type: 'json' }
import anthropic from './data/anthropic.json' with { type: 'json' }
import apple from './data/apple.json' with { type: 'json' }
import appsignal from './data/appsignal.json' with { type: 'json' }
import atlassian from './data/atlassian.json' with { type: 'json' }
import awario from './data/awario.json' with { type: 'json' }
import baidu from './data/baidu.json' with { type: 'json' }
import bigsurAi from './data/bigsur-ai.json' with { type: 'json' }
import blackboard from './data/blackboard.json' with { type: 'json' }
import blogbridge from './data/blogbridge.json' with { type: 'json' }
import bookwyrm from './data/bookwyrm.json' with { type: 'json' }
import brandwatch from './data/brandwatch.json' with { type: 'json' }
import brave from './data/brave.json' with { type: 'json' }
import britishLibrary from './data/british-library.json' with { type: 'json' }
import bytedance from './data/bytedance.json' with { type: 'json' }
import ceramic from './data/ceramic.json' with { type: 'json' }
import cloudflare from './data/cloudflare.json' with { type: 'json' }
import cocCoc from './data/coc-coc.json' with { type: 'json' }
import cognitiveseo from './data/cognitiveseo.json' with { type: 'json' }
import cohere from './data/cohere.json' with { type: 'json' }
import commonCrawlFoundation from './data/common-crawl-foundation.json' with { type: 'json' }
import contentking from './data/contentking.json' with { type: 'json' }
import csirtCz from './data/csirt-cz.json' with { type: 'json' }
import datadog from './data/datadog.json' with { type: 'json' }
import dataforseo from './data/dataforseo.json' with { type: 'json' }
import datenbank from './data/datenbank.json' with { type: 'json' }
import deadLinkChecker from './data/dead-link-checker.json' with { type: 'json' }
import diffbot from './data/diffbot.json' with { type: 'json' }
import draftKelleyAipref from './data/draft-kelley-aipref.json' with { type: 'json' }
import duckduckgo from './data/duckduckgo.json' with { type: 'json' }
import easou from './data/easou.json' with { type: 'json' }
import echobox from './data/echobox.json' with { type: 'json' }
import entireweb from './data/entireweb.json' with { type: 'json' }
import exalead from './data/exalead.json' with { type: 'json' }
import feedly from './data/feedly.json' with { type: 'json' }
import flipboard from './data/flipboard.json' with { type: 'json' }
import funkwhale from './data/funkwhale.json' with { type: 'json' }
import google from './data/google.json' with { type: 'json' }
import huawei from './data/huawei.json' with { type: 'json' }
import imagesift from './data/imagesift.json' with { type: 'json' }
import infegy from './data/infegy.json' with { type: 'json' }
import integromedb from './data/integromedb.json' with { type: 'json' }
import internetArchive from './data/internet-archive.json' with { type: 'json' }
import internetMemoryFoundation from './data/internet-memory-foundation.json' with { type: 'json' }
import kangarooLlm from './data/kangaroo-llm.json' with { type: 'json' }
import kbin from './data/kbin.json' with { type: 'json' }
import kernel from './data/kernel.json' with { type: 'json' }
import libraryOfCongress from './data/library-of-congress.json' with { type: 'json' }
import linguee from './data/linguee.json' with { type: 'json' }
import linkedin from './data/linkedin.json' with { type: 'json' }
import mailRu from './data/mail-ru.json' with { type: 'json' }
import majestic from './data/majestic.json' with { type: 'json' }
import mbin from './data/mbin.json' with { type: 'json' }
import meta from './data/meta.json' with { type: 'json' }
import microsoft from './data/microsoft.json' with { type: 'json' }
import mirrorweb from './data/mirrorweb.json' with { type: 'json' }
import misskey from './data/misskey.json' with { type: 'json' }
import mistralAi from './data/mistral-ai.json' with { type: 'json' }
import mojeek from './data/mojeek.json' with { type: 'json' }
import moonshotAi from './data/moonshot-ai.json' with { type: 'json' }
import moz from './data/moz.json' with { type: 'json' }
import naver from './data/naver.json' with { type: 'json' }
import netestate from './data/netestate.json' with { type: 'json' }
import newsgator from './data/newsgator.json' with { type: 'json' }
import nitropack from './data/nitropack.json' with { type: 'json' }
import openai from './data/openai.json' with { type: 'json' }
import owncloud from './data/owncloud.json' with { type: 'json' }
import panscient from './data/panscient.json' with { type: 'json' }
import peertube from './data/peertube.json' with { type: 'json' }
import perplexity from './data/perplexity.json' with { type: 'json' }
import phpServerMonitor from './data/php-server-monitor.json' with { type: 'json' }
import pingdom from './data/pingdom.json' with { type: 'json' }
import pinterest from './data/pinterest.json' with { type: 'json' }
import pleroma from './data/pleroma.json' with { type: 'json' }
import poseidonResearch from './data/poseidon-research.json' with { type: 'json' }
import quillbot from './data/quillbot.json' with { type: 'json' }
import qwant from './data/qwant.json' with { type: 'json' }
import raindropIo from './data/raindrop-io.json' with { type: 'json' }
import reflectionAi from './data/reflection-ai.json' with { type: 'json' }
import seewithkids from './data/seewithkids.json' with { type: 'json' }
import semrush from './data/semrush.json' with { type: 'json' }
import seznam from './data/seznam.json' with { type: 'json' }
import sidetrade from './data/sidetrade.json' with { type: 'json' }
import sitebulb from './data/sitebulb.json' with { type: 'json' }
import slack from './data/slack.json' with { type: 'json' }
import sogou from './data/sogou.json' with { type: 'json' }
import spiderCom from './data/spider-com.json' with { type: 'json' }
import statuscake from './data/statuscake.json' with { type: 'json' }
import stoat from './data/stoat.json' with { type: 'json' }
import stripe from './data/stripe.json' with { type: 'json' }
import telegram from './data/telegram.json' with { type: 'json' }
import theNewYorkTimes from './data/the-new-york-times.json' with { type: 'json' }
import theTweetedTimes from './data/the-tweeted-times.json' with { type: 'json' }
import trendiction from './data/trendiction.json' with { type: 'json' }
import turnitin from './data/turnitin.json' with { type: 'json' }
import unknown from './data/unknown.json' with { type: 'json' }
import uptimeCom from './data/uptime-com.json' with { type: 'json' }
import uptimerobot from './data/uptimerobot.json' with { type: 'json' }
import urlinspector from './data/urlinspector.json' with { type: 'json' }
import webmeup from './data/webmeup.json' with { type: 'json' }
import webzIo from './data/webz-io.json' with { type: 'json' }
import wikimediaFoundation from './data/wikimedia-foundation.json' with { type: 'json' }
import wordpress from './data/wordpress.json' with { type: 'json' }
import x from './data/x.json' with { type: 'json' }
import yahoo from './data/yahoo.json' with { type: 'json' }
import yahooJapan from './data/yahoo-japan.json' with { type: 'json' }
import yandex from './data/yandex.json' with { type: 'json' }
import youCom from './data/you-com.json' with { type: 'json' }
import zulip from './data/zulip.json' with { type: 'json' }
import type { OperatorRecord } from './operator-record.ts'

export const RECORDS: readonly OperatorRecord[] = [
  _360,
  ahrefs,
  ai2,
  akkoma,
  amazon,
  anthropic,
  apple,
  appsignal,
  atlassian,
  awario,
  baidu,
  bigsurAi,
  blackboard,
  blogbridge,
  bookwyrm,
  brandwatch,
  brave,
  britishLibrary,
  bytedance,
  ceramic,
  cloudflare,
  cocCoc,
  cognitiveseo,
  cohere,
  commonCrawlFoundation,
  contentking,
  csirtCz,
  datadog,
  dataforseo,
  datenbank,
  deadLinkChecker,
  diffbot,
  draftKelleyAipref,
  duckduckgo,
  easou,
  echobox,
  entireweb,
  exalead,
  feedly,
  flipboard,
  funkwhale,
  google,
  huawei,
  imagesift,
  infegy,
  integromedb,
  internetArchive,
  internetMemoryFoundation,
  kangarooLlm,
  kbin,
  kernel,
  libraryOfCongress,
  linguee,
  linkedin,
  mailRu,
  majestic,
  mbin,
  meta,
  microsoft,
  mirrorweb,
  misskey,
  mistralAi,
  mojeek,
  moonshotAi,
  moz,
  naver,
  netestate,
  newsgator,
  nitropack,
  openai,
  owncloud,
  panscient,
  peertube,
  perplexity,
  phpServerMonitor,
  pingdom,
  pinterest,
  pleroma,
  poseidonResearch,
  quillbot,
  qwant,
  raindropIo,
  reflectionAi,
  seewithkids,
  semrush,
  seznam,
  sidetrade,
  sitebulb,
  slack,
  sogou,
  spiderCom,
  statuscake,
  stoat,
  stripe,
  telegram,
  theNewYorkTimes,
  theTweetedTimes,
  trendiction,
  turnitin,
  unknown,
  uptimeCom,
  uptimerobot,
  urlinspector,
  webmeup,
  webzIo,
  wikimediaFoundation,
  wordpress,
  x,
  yahoo,
  yahooJapan,
  yandex,
  youCom,
  zulip,
]
