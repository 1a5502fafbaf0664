import { useEffect, useState } from 'react'

/** Returns the text once it has not changed for `ms` milliseconds. */
export const useDebounced = (text: string, ms = 250): string => {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), ms)
    return () => clearTimeout(timer)
  }, [text, ms])
  return debounced
}
