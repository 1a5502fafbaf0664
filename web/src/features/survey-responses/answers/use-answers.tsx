import { createContext, useContext, useSyncExternalStore } from 'react'

import type { FormImage } from '#platform/form/image-value.ts'

import type { AnswersStore } from './answers-store.ts'

/** Finds stored pictures by id, including pictures that were just uploaded. */
export interface KnownImages {
  find: (id: string) => FormImage | undefined
  add: (image: FormImage) => void
}

interface AnswersForm {
  store: AnswersStore
  images: KnownImages
  isPreview: boolean
}

export const AnswersContext = createContext<AnswersForm | undefined>(undefined)

const useAnswersForm = (): AnswersForm => {
  const form = useContext(AnswersContext)
  if (!form) throw new Error('AnswersContext is missing')
  return form
}

export const useAnswersStore = (): AnswersStore => useAnswersForm().store
export const useIsPreview = (): boolean => useAnswersForm().isPreview
export const useImages = (): KnownImages => useAnswersForm().images

/** Selects a value from the store. The component renders again only when this value changes. */
export const useAnswersSelector = <T,>(select: (store: AnswersStore) => T): T => {
  const store = useAnswersStore()
  return useSyncExternalStore(store.subscribe, () => select(store))
}

const separator = '\0'

/** Selects several values as texts. The component renders again only when one of them changes. */
export const useAnswersTexts = (
  select: (store: AnswersStore) => readonly (string | number | boolean)[],
): readonly string[] =>
  // Joined into one string, because React compares snapshots by identity.
  useAnswersSelector((store) => select(store).join(separator)).split(separator)
