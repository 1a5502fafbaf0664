import { PaperClipOutlined } from '@ant-design/icons'
import type { FileKind } from '@baseline/contract/storage/folders.ts'

import './media-player.css'

interface MediaPlayerProps {
  kind: FileKind
  /** Undefined until the URL is loaded. */
  url: string | undefined
  name: string
}

/** Interviewers record no captions. */
const Player = ({ kind, url, name }: MediaPlayerProps) => {
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  if (kind === 'audio') return <audio controls preload="none" src={url} aria-label={name} />
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  return kind === 'video' ? <video controls preload="metadata" src={url} aria-label={name} /> : null
}

/** Plays a recording, or offers a file for download. A browser never opens the file itself. */
export const MediaPlayer = (props: MediaPlayerProps) => {
  const { url, name } = props
  return (
    <span className="media">
      <Player {...props} />
      {url ? (
        <a href={url} download={name} className="media-name">
          <PaperClipOutlined aria-hidden="true" /> {name}
        </a>
      ) : (
        <span className="media-name">{name}</span>
      )}
    </span>
  )
}
