/** What we use of it; the package has no types of its own. */
declare module 'hyphenopoly' {
  interface Settings {
    require: readonly string[]
    hyphen: string
    compound: 'auto' | 'all' | 'hyphen'
    minWordLength: number
    leftmin: number
    rightmin: number
    sync: true
    loaderSync: (file: string) => Uint8Array
  }
  const hyphenopoly: {
    config(settings: Settings): Map<string, (text: string) => string>
  }
  export default hyphenopoly
}
