import { Avatar } from '@baseline/contract/storage/contract.ts'
import { z } from 'zod'

/** A stored picture as a form holds it: what is sent is its id, what is shown its address. */
export type FormImage = z.infer<typeof Avatar>

/** The avatars in a form, where the call takes ids alone. spec §9 */
export const formAvatars = z.array(Avatar).max(1)

export const idsOf = (images: readonly FormImage[]): { id: string }[] => images.map(({ id }) => ({ id }))
