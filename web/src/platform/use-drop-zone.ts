import { useEffect, useState } from 'react'
import type { DragEvent } from 'react'

/** Prevents the browser from opening a file that is dropped outside the field. */
const usePreventedDrops = () =>
  useEffect(() => {
    const prevent = (event: Event) => event.preventDefault()
    for (const name of ['dragover', 'drop']) addEventListener(name, prevent)
    return () => {
      for (const name of ['dragover', 'drop']) removeEventListener(name, prevent)
    }
  }, [])

/** Returns the properties of an element that accepts dropped files. */
export const useDropZone = (onFiles: (files: readonly File[]) => void) => {
  const [isDraggedOver, setDraggedOver] = useState(false)
  usePreventedDrops()
  return {
    'data-over': isDraggedOver,
    onDragOver: ({ dataTransfer }: DragEvent) => setDraggedOver(dataTransfer.types.includes('Files')),
    onDragLeave: () => setDraggedOver(false),
    onDrop: ({ dataTransfer }: DragEvent) => {
      setDraggedOver(false)
      onFiles([...dataTransfer.files])
    },
  }
}
