import type { Avatar as StoredAvatar } from '@baseline/contract/storage/contract.ts'
import { Avatar } from 'antd'

import { initials } from '../display-name.ts'

import './person-avatar.css'

interface PersonAvatarProps {
  person: {
    fullName: string | null
    firstName: string | null
    email: string
    avatars: readonly StoredAvatar[]
  }
  size: number
  /** Called if the picture cannot be shown; its URL may have expired. */
  onBroken?: () => void
}

/** A person's picture or initials; the name is always shown next to it. spec §2, §3 */
export const PersonAvatar = ({ person, size, onBroken }: PersonAvatarProps) => {
  const url = person.avatars[0]?.publicUrl
  return (
    <Avatar
      size={size}
      style={{ fontSize: Math.round(size * 0.4) }}
      className="person-avatar"
      aria-hidden="true"
      alt=""
      draggable={false}
      {...(url !== undefined && { src: url })}
      onError={() => {
        onBroken?.()
        return true
      }}
    >
      {initials(person)}
    </Avatar>
  )
}
