import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'

import { formatNumber } from '../time.ts'

import './page-turner.css'

interface PageTurnerProps {
  /** Number of rows before the page. */
  offset: number
  /** Number of rows on the page. */
  shown: number
  count: number
  pageSize: number
  texts: {
    page: (range: { from: string; to: string; count: string }) => string
    previous: string
    next: string
  }
  onTurn: (offset: number) => void
}

/** Turns the pages of a short table that the server sorts and pages, such as ‹ 11–20 of 84 ›. */
export const PageTurner = ({ offset, shown, count, pageSize, texts, onTurn }: PageTurnerProps) => (
  <div className="page-turner">
    <span>
      {texts.page({
        from: formatNumber(offset + 1),
        to: formatNumber(offset + shown),
        count: formatNumber(count),
      })}
    </span>
    <Button
      type="text"
      icon={<LeftOutlined aria-hidden="true" />}
      aria-label={texts.previous}
      disabled={offset === 0}
      onClick={() => onTurn(Math.max(0, offset - pageSize))}
    />
    <Button
      type="text"
      icon={<RightOutlined aria-hidden="true" />}
      aria-label={texts.next}
      disabled={offset + shown >= count}
      onClick={() => onTurn(offset + pageSize)}
    />
  </div>
)
