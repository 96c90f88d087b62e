import type { ComponentProps } from 'react'

/** A small button among others. */
export function SmallButton(props: ComponentProps<'button'>) {
  return <button type="button" className="button button--small" {...props} />
}
