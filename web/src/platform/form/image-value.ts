import { Avatar } from '@baseline/contract/storage/contract.ts'
import { z } from 'zod'

/** A stored picture in a form: its id is sent, its URL is shown. */
export type FormImage = z.infer<typeof Avatar>

/** Avatars in a form; the call takes only their ids. spec §9 */
export const formAvatars = z.array(Avatar).max(1)

export const idsOf = (images: readonly FormImage[]): { id: string }[] => images.map(({ id }) => ({ id }))
