/**
 * The words that begin a User-Agent's system comment (I1), in lower case. Digits may follow
 * (`iPhone14`).
 */

export const SYSTEM_WORDS: readonly string[] = `
linux windows win winnt macintosh mac_powerpc x11 wayland iphone ipad ipod ios watchos tvos android cros freebsd openbsd
netbsd sunos playstation ps nintendo xbox web0s webos smart-tv smarttv smart_tv tizen symbian symbianos series s blackberry
bb playbook maemo meego bada mobile tablet tv unknown amiga amigaos os/2 haiku beos fuchsia harmonyos openharmony kaios danger
freebox serenityos apple directfb psp aros morphos syllable
`
  .trim()
  .split(/\s+/)
