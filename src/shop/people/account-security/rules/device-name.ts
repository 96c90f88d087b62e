/** What a User-Agent says it is, as far as its owner would know it again; names of products are not translated. */
export interface DeviceName {
  browser: string | undefined
  system: string | undefined
}

/** The first that fits: browsers name those they descend from, too. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** Reads a User-Agent; what it does not know stays undefined. */
export function deviceName(userAgent: string | null | undefined): DeviceName {
  const text = (userAgent ?? '').slice(0, 300)
  const first = (list: typeof browsers) => list.find(([form]) => form.test(text))?.[1]
  return { browser: first(browsers), system: first(systems) }
}
