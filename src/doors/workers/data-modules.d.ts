/** What wrangler's Data rule makes of a `.bin` file. */
declare module '*.bin' {
  const bytes: ArrayBuffer
  export default bytes
}
