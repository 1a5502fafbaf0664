import { createContext, useContext, useSyncExternalStore } from 'react'

import type { FormImage } from '#platform/form/image-value.ts'

import type { AnswersStore } from './answers-store.ts'

/** Knows a stored picture by its id, also one that was sent a moment ago. */
export interface KnownImages {
  find: (id: string) => FormImage | undefined
  add: (image: FormImage) => void
}

interface AnswersForm {
  store: AnswersStore
  images: KnownImages
}

export const AnswersContext = createContext<AnswersForm | undefined>(undefined)

const useAnswersForm = (): AnswersForm => {
  const form = useContext(AnswersContext)
  if (!form) throw new Error('a question stands in a form of answers')
  return form
}

export const useAnswersStore = (): AnswersStore => useAnswersForm().store
export const useImages = (): KnownImages => useAnswersForm().images

/** One thing of the store; whoever uses it is rendered again only when that changes. */
export const useStored = <T,>(select: (store: AnswersStore) => T): T => {
  const store = useAnswersStore()
  return useSyncExternalStore(store.subscribe, () => select(store))
}
