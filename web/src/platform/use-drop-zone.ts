import { useEffect, useState } from 'react'
import type { DragEvent } from 'react'

/** A file that misses its field must not open in place of the page. */
const useNoStrayDrops = () =>
  useEffect(() => {
    const prevent = (event: Event) => event.preventDefault()
    for (const name of ['dragover', 'drop']) addEventListener(name, prevent)
    return () => {
      for (const name of ['dragover', 'drop']) removeEventListener(name, prevent)
    }
  }, [])

/** What makes an element take files that are dropped on it. */
export const useDropZone = (onFiles: (files: readonly File[]) => void) => {
  const [isOver, setOver] = useState(false)
  useNoStrayDrops()
  return {
    'data-over': isOver,
    onDragOver: ({ dataTransfer }: DragEvent) => setOver(dataTransfer.types.includes('Files')),
    onDragLeave: () => setOver(false),
    onDrop: ({ dataTransfer }: DragEvent) => {
      setOver(false)
      onFiles([...dataTransfer.files])
    },
  }
}
