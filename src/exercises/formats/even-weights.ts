interface Weighed {
  isMulti: boolean
  policy: 'net' | 'all' | 'weighted'
  options: readonly { id: string; text: string; weight: number; feedback: string }[]
}

/** Equal shares for what is right, taken away again for what is wrong, are how other formats write "right ones less wrong ones". */
export function evened(data: Weighed): Weighed {
  const { isMulti, policy, options } = data
  const share = 1 / options.filter(({ weight }) => weight > 0).length
  const isEven = options.every(({ weight }) => Math.abs(Math.abs(weight) - share) < 1e-4)
  if (!isMulti || policy !== 'weighted' || !isEven) return data
  return {
    ...data,
    policy: 'net',
    options: options.map((option) => ({ ...option, weight: option.weight > 0 ? 1 : 0 })),
  }
}
