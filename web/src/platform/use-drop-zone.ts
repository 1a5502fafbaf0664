import { useEffect, useState } from 'react'
import type { DragEvent } from 'react'

/** Prevents the browser from opening a file that is dropped outside the field. */
const useNoStrayDrops = () =>
  useEffect(() => {
    const prevent = (event: Event) => event.preventDefault()
    for (const name of ['dragover', 'drop']) addEventListener(name, prevent)
    return () => {
      for (const name of ['dragover', 'drop']) removeEventListener(name, prevent)
    }
  }, [])

/** Returns the properties of an element that accepts dropped files. */
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
