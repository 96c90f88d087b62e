/** By their beginning and by name: what mails, advertisements and social networks add to any address, to count who comes by them. */
const families = /^(?:utm|mtm|pk|hsa|matomo|piwik)_[a-z_]{1,40}$/i
const names: ReadonlySet<string> = new Set([
  ...[
    'gclid',
    'gclsrc',
    'dclid',
    'gbraid',
    'wbraid',
    'gad_source',
    'gad_campaignid',
    'srsltid',
    '_gl',
    '_ga',
  ],
  ...[
    'fbclid',
    'igshid',
    'igsh',
    'msclkid',
    'ttclid',
    'twclid',
    'li_fat_id',
    'epik',
    'yclid',
    'mc_cid',
    'mc_eid',
  ],
])

/** Whether a parameter of an address says nothing about what is asked for. */
export function isCampaignTag(name: string): boolean {
  return families.test(name) || names.has(name.toLowerCase())
}
