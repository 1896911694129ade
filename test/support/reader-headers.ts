/**
 * User-Agent headers of people: headers that no policy may identify as a crawler's, and a generator of browsers' headers.
 */
import fc from 'fast-check'

const ANDROID = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'
const WEBVIEW = 'AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/141.0.7390.122 Mobile Safari/537.36'
const IOS = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const IPHONE = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${IOS}`

/** A hundred headers of browsers, in-app browsers, televisions, consoles, text browsers, mail and chat clients. */
export const READER_HEADERS: readonly string[] = [
  // Browsers
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 OPR/122.0.0.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko',
  'Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Win64; x64; Trident/6.0)',
  'Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; SLCC1; .NET CLR 2.0.50727; InfoPath.2)',
  'Mozilla/4.0 (compatible; MSIE 7.0; AOL 9.5; Windows NT 5.1; Trident/4.0; GTB6; TuneUp)',
  'Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1; SV1; MyIE2; Maxthon; Alexa Toolbar)',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0',
  'Mozilla/5.0 (Macintosh; PPC Mac OS X 10.4; en) AppleWebKit/418.9.1 (KHTML, like Gecko) Sunrise/1.6.5 like Safari/419.3',
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15 Epiphany/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) konqueror/24.02 QtWebEngine/6.7 Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Falkon/24.08 QtWebEngine/6.7 Chrome/118.0.0.0 Safari/537.36',
  'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (X11; FreeBSD amd64; rv:128.0) Gecko/20100101 Firefox/128.0 SeaMonkey/2.53.19',
  'Mozilla/5.0 (Windows NT 10.0; rv:102.0) Gecko/20100101 Goanna/6.7 PaleMoon/33.2',
  'Mozilla/5.0 (Windows; U; Windows NT 5.1; de; rv:1.9.2.3) Gecko/20100401 Firefox/3.6.3',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/136.0.0.0 YaBrowser/25.6.0 Yowser/2.5 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) coc_coc_browser/134.0 Chrome/128.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 6.1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/33.0.1750.157 CoRom/33.0 CocCoc/33.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/86.0.4240.198 Safari/537.36 SE 2.X MetaSr 1.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Whale/4.33 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36 Seznam.cz/8.15',
  'Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/27.0.1453.110 Safari/537.36 Squider/0.01',
  'Opera/9.80 (Windows NT 6.1; U; en) Presto/2.12.388 Version/12.18',
  'Opera/9.80 (Android; Opera Mini/36.2/119.132; U; id) Presto/2.12.423 Version/12.16',
  'Opera/9.80 (J2ME/MIDP; Opera Mini/7.1.32052/29.3709; U; en) Presto/2.8.119 Version/11.10',
  'Mozilla/5.0 (Amiga; U; AmigaOS 1.3; en; rv:1.8.1.19) Gecko/20081204 SeaMonkey/1.1.14',
  'Mozilla/5.0 (SerenityOS; x86_64) LibWeb+LibJS/1.0 Browser/1.0',
  'Mozilla/4.7 (compatible; OffByOne; Windows 2000) Webster Pro V3.4',
  'Mozilla/5.0 (compatible; U; ABrowse 0.6; Syllable) AppleWebKit/420+ (KHTML, like Gecko)',
  // Phones and tablets
  `Mozilla/5.0 (Linux; Android 10; K) ${ANDROID}`,
  `Mozilla/5.0 (Linux; Android 16; Pixel 9 Build/BP2A.250805.005) ${ANDROID}`,
  `Mozilla/5.0 (Linux; Android 13; spider 8) ${ANDROID}`,
  `Mozilla/5.0 (Linux; Android 7.0; C bot tab 70) ${ANDROID}`,
  `Mozilla/5.0 (Linux; Android 11; AUPO Zeus 10 Pro) ${ANDROID}`,
  `Mozilla/5.0 (Linux; Android 15; PLB110 Build/AP3A.240617.008) ${ANDROID}`,
  `Mozilla/5.0 (Linux; Android 4.2.2; HTC Butterfly Build/JDQ39) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/31.0.1650.59 Mobile Safari/537.36`,
  `Mozilla/5.0 (Linux; U; Android 4.2.2; fr-fr; SlidePad NG 116DC Build/JDQ39) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Safari/534.30`,
  `Mozilla/5.0 (Linux; U; Android 4.1.1; es-es; M35 Build/GRK39F) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30`,
  `Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
  `Mozilla/5.0 (Linux; U; Android 14; zh-CN; 23127PN0CC) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/123.0.6312.80 UCBrowser/17.5 Mobile Safari/537.36`,
  `Mozilla/5.0 (Linux; Android 12; HarmonyOS; NOH-AN00) ${ANDROID} HuaweiBrowser/15.0.4.312`,
  `Mozilla/5.0 (Android 14; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0`,
  `${IPHONE} Version/26.1 Mobile/15E148 Safari/604.1`,
  `${IPHONE} CriOS/142.0.7444.77 Mobile/15E148 Safari/604.1`,
  `${IPHONE} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`,
  `${IPHONE} GSA/392.0.818309187 Mobile/15E148 Safari/604.1`,
  `${IPHONE} Version/18.0 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15`,
  `${IPHONE} Version/17.0 Mobile/15E148 Safari/605.1.15 BingSapphire/31.4`,
  `Mozilla/5.0 (iPad; CPU OS 12_1_1 like Mac OS X) ${IOS} Mobile/16C50 Flipboard/4.2.32`,
  `Mozilla/5.0 (Mobile; Nokia 2780; rv:84.0) Gecko/84.0 Firefox/84.0 KAIOS/3.1`,
  'DoCoMo/2.0 P900i(c100;TB;W24H11)',
  'KDDI-TS21 UP.Browser/6.0.2.276 (GUI) MMP/1.1',
  'Nokia6280/2.0 (03.60) Profile/MIDP-2.0 Configuration/CLDC-1.1',
  'SonyEricssonW995/R1EA Browser/NetFront/3.4 Profile/MIDP-2.1 Configuration/CLDC-1.1 JavaPlatform/JP-8.4.2',
  'BlackBerry9700/5.0.0.862 Profile/MIDP-2.1 Configuration/CLDC-1.1 VendorID/331',
  'Mozilla/5.0 (BB10; Touch) AppleWebKit/537.10+ (KHTML, like Gecko) Version/10.0.9.2372 Mobile Safari/537.10+',
  'Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/52.0.2743.116 Mobile Safari/537.36 Edge/15.15254',
  // In-app browsers
  `Mozilla/5.0 (Linux; Android 13; SM-A546B; wv) ${WEBVIEW} [FB_IAB/FB4A;FBAV/530.0.0.48.74;IABMV/1;]`,
  `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/530.0;FBBV/6;FBDV/iPhone15,2;FBMD/iPhone;FBSN/iOS;FBSV/18.7;FBSS/3;FBCR/;FBID/phone;FBLC/es_ES;FBOP/80]`,
  `${IPHONE} Mobile/15E148 Instagram 404.0.0.24.83 (iPhone15,2; iOS 18_7; es_ES; es; scale=3.00; 1179x2556; IABMV/1; 7)`,
  `${IPHONE} Mobile/15E148 [Pinterest/iOS]`,
  `Mozilla/5.0 (Linux; Android 14; 2201117TY; wv) ${WEBVIEW} [Pinterest/Android]`,
  `${IPHONE} Mobile/15E148 Twitter for iPhone/11.30`,
  `${IPHONE} Mobile/15E148 LinkedInApp/9.31.3113`,
  `${IPHONE} Mobile/15E148 Snapchat/13.60.1.42 (like Safari/8621.3.11.10.3, panda)`,
  `Mozilla/5.0 (Linux; Android 12; CPH2269; wv) ${WEBVIEW} trill_420404 JsSdk/1.0 NetType/WIFI AppName/musical_ly app_version/42.4.4 ByteLocale/en BytedanceWebview/d8a21c6`,
  `Mozilla/5.0 (Linux; Android 13; V2183A; wv) ${WEBVIEW} MMWEBID/5193 MicroMessenger/8.0.61.2880 WeChat/arm64 Weixin NetType/5G Language/zh_CN ABI/arm64`,
  `${IPHONE} Mobile/14A403 baiduboxapp/11.0.0.12 (Baidu; P2 10.0.1)`,
  `${IPHONE} Mobile/11D167 NAVER(inapp; search; 370; 5.7.1; 5)`,
  `${IPHONE} Mobile/15E148 KAKAOTALK 25.8.2 (INAPP)`,
  `Mozilla/5.0 (Linux; Android 14; SC-51E; wv) ${WEBVIEW} YJApp-ANDROID jp.co.yahoo.android.yjtop/3.190.0`,
  `Mozilla/5.0 (Linux; Android 15; SM-S938B; wv) ${WEBVIEW} Line/15.17.0/IAB`,
  `Mozilla/5.0 (Linux; Android 14; moto g84; wv) ${WEBVIEW} YaApp_Android/25.93 YaSearchBrowser/25.93 BroPP/1.0 SA/3`,
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Code/1.105.1 Chrome/138.0.7204.251 Electron/37.6.0 Safari/537.36`,
  // Televisions
  'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.6099.270 Safari/537.36 WebAppManager',
  'Mozilla/5.0 (SMART-TV; LINUX; Tizen 8.0) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/6.0 Chrome/108.0.5359.1 TV Safari/537.36',
  'Opera/9.80 (Linux armv7l; HbbTV/1.2.1 (+PVR; Humax; HGS1000S; DESNAG 0.90.10; 1.0.0; wired; UX-Prism--op-ses; HDplusSmartTV/1.0 (NETRANGEMMH; )); CE-HTML/1.0) Presto/2.12.407 Version/12.50',
  'Mozilla/5.0 (Linux; Android 9; AFTS Build/PS7233) AppleWebKit/537.36 (KHTML, like Gecko) Silk/108.4 like Chrome/108.0.5359.160 Safari/537.36',
  'Roku/DVP-14.5 (14.5.0.4205-1C)',
  'Mozilla/5.0 (Linux; Android 9.0; Rombica TV Mercury) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/104.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Freebox; Linux i686) AppleWebKit/538.1 (KHTML, like Gecko) navigateur web/1.0 Safari/538.1',
  'AppleCoreMedia/1.0.0.22M84 (Apple TV; U; CPU OS 18_6 like Mac OS X; en_us)',
  // Consoles
  'Mozilla/5.0 (PlayStation; PlayStation 5/9.60) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15',
  'Mozilla/5.0 (PlayStation Vita 3.73) AppleWebKit/537.73 (KHTML, like Gecko) Silk/3.2',
  'Mozilla/5.0 (Nintendo Switch; WifiWebAuthApplet) AppleWebKit/609.4 (KHTML, like Gecko) NF/6.0.3.25.0 NintendoBrowser/5.1.0.33181',
  'Opera/9.30 (Nintendo Wii; U; ; 3642; en)',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox Series X) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/48.0.2564.82 Safari/537.36 Edge/20.02',
  // Text browsers
  'Lynx/2.9.2 libwww-FM/2.14 SSL-MM/1.4.1 OpenSSL/3.3.1',
  'w3m/0.5.3+git20230121',
  'Links (2.29; Linux 6.8.0 x86_64; GNU C 13.2; text)',
  'ELinks/0.17.0 (textmode; Linux 6.8.0 x86_64; 80x24-2)',
  // Mail and chat clients
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.4.0',
  'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17126; Pro)',
  'Mozilla/4.0 (compatible; ms-office; MSOffice 16)',
  'The Bat! 11.4.1',
  'Mail/3826.700.81 CFNetwork/3826.600.41 Darwin/24.6.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Slack/4.46.101 Chrome/140.0.7339.133 Electron/38.2.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) discord/1.0.9211 Chrome/134.0.6998.205 Electron/35.3.0 Safari/537.36',
]

const word = (text: string) => fc.constantFrom(...text.split(' '))
const version = fc.tuple(fc.nat(150), fc.nat(20)).map(([major, minor]) => `${major}.${minor}`)
const system = fc.oneof(
  word('10.0 6.1 5.1').map((nt) => `Windows NT ${nt}; Win64; x64`),
  word('10_15_7 14_5').map((os) => `Macintosh; Intel Mac OS X ${os}`),
  word('x86_64 aarch64 armv7l').map((cpu) => `X11; Linux ${cpu}`),
  fc
    .tuple(
      version,
      word('Spider Titan Zeus Black Bot Robot Crawler NG Cosmos Snap Mercury Helix Vortex SM-A546B MON-AL19 Web'),
      version,
    )
    .map(([os, device, model]) => `Linux; Android ${os}; ${device} ${model} Build/AP3A.240617.008`),
  version.map((os) => `iPhone; CPU iPhone OS ${os.replace('.', '_')} like Mac OS X`),
)
const app = fc.oneof(
  fc.constant(''),
  word('Edg OPR Vivaldi YaBrowser Whale UCBrowser DuckDuckGo Flipboard CocCoc SamsungBrowser').chain((name) =>
    version.map((number) => ` ${name}/${number}`),
  ),
  word('Pinterest/iOS Pinterest/Android FBAN/FBIOS;FBAV/530.0;FBLC/es_ES').map((name) => ` [${name}]`),
  word('en de es fr ng').map((locale) => ` Instagram 404.0 (iPhone15,2; iOS 18_7; ${locale}; scale=3.00)`),
)
const engine = fc.oneof(
  fc
    .tuple(version, app)
    .map(([number, name]) => `AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${number} Safari/537.36${name}`),
  fc
    .tuple(version, app)
    .map(([number, name]) => `AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${number} Mobile/15E148${name}`),
  version.map((number) => `Gecko/20100101 Firefox/${number}`),
)

/** Headers of invented browsers. */
export const browserHeaders: fc.Arbitrary<string> = fc
  .tuple(system, engine)
  .map(([platform, rest]) => `Mozilla/5.0 (${platform}) ${rest}`)
