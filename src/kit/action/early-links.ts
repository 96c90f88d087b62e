/** A style sheet as the value of a Link header (RFC 8288). */
export function styleLink(address: string): string {
  return `<${address}>; rel=preload; as=style`
}

/** A font as the value of a Link header (RFC 8288). */
export function fontLink(address: string): string {
  return `<${address}>; rel=preload; as=font; type="font/woff2"; crossorigin`
}

/** The picture a page calls its most important one, in the size the browser will choose. */
export function pictureLink(picture: { src: string; srcset?: string | undefined }, sizes: string): string {
  const responsive = picture.srcset ? `; imagesrcset="${picture.srcset}"; imagesizes="${sizes}"` : ''
  return `<${picture.src}>; rel=preload; as=image${responsive}; fetchpriority=high`
}
