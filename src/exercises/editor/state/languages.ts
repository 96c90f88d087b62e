import { createContext } from 'react'

/** Languages a text, or words of it, may be in, by their names in the language of the page. */
export const Languages = createContext<readonly { id: string; name: string }[]>([])
