/** What tus-js-client needs of `url-parse`, by what every browser of ours has: the base may be a path of this site. */
export default class extends URL {
  constructor(link: string, base: string) {
    super(link, new URL(base, location.href))
  }
}
