import { DownloadOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { Component, useId, useState } from 'react'
import type { ReactNode, RefObject } from 'react'

import { t } from '#platform/i18n.ts'
import { toast } from '#platform/ui/toast.tsx'

import { savePicture } from './save-picture.ts'
import type { LegendEntry } from './save-picture.ts'
import { ScrollRegion } from './scroll-region.tsx'

interface BoundaryProps {
  fallback: ReactNode
  children: ReactNode
}

/** Error boundary for the chart. React supports error boundaries only as class components. */
class DrawingBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}

interface ChartPanelProps {
  title: string
  /** Shown below the title in the saved picture. */
  subtitle: string
  legend: readonly LegendEntry[]
  fileName: string
  drawing: RefObject<SVGSVGElement | null>
  /** The same figures as a table, shown on demand and when the chart cannot be drawn. */
  table: ReactNode
  /** Notes about data that the chart leaves out. */
  note?: ReactNode
  children: ReactNode
}

const displays = ['asChart', 'asTable'] as const

/** A chart that can be switched to a table and saved as a picture. Shows the table if drawing fails. */
export const ChartPanel = (props: ChartPanelProps) => {
  const { title, drawing, table } = props
  const heading = useId()
  const [display, setDisplay] = useState<(typeof displays)[number]>('asChart')
  const scrollableTable = <ScrollRegion label={title}>{table}</ScrollRegion>
  const save = async () => {
    if (!drawing.current) throw new Error('no drawing to save')
    await savePicture(drawing.current, props)
  }
  return (
    <section className="panel" aria-labelledby={heading}>
      <div className="panel-head">
        <h2 id={heading}>{title}</h2>
        <div className="panel-tools">
          {display === 'asChart' && (
            <Button
              type="text"
              icon={<DownloadOutlined aria-hidden="true" />}
              aria-label={t('dashboard.chart.save')}
              title={t('dashboard.chart.save')}
              onClick={() => void save().catch(() => toast.error(t('dashboard.chart.notSaved')))}
            />
          )}
          <div className="switch" role="group" aria-labelledby={heading}>
            {displays.map((option) => (
              <button
                key={option}
                type="button"
                aria-pressed={option === display}
                onClick={() => setDisplay(option)}
              >
                {t(`dashboard.chart.${option}`)}
              </button>
            ))}
          </div>
        </div>
      </div>
      {display === 'asTable' ? (
        scrollableTable
      ) : (
        <DrawingBoundary
          fallback={
            <>
              <Alert type="info" showIcon title={t('dashboard.chart.failed')} />
              {scrollableTable}
            </>
          }
        >
          {props.children}
        </DrawingBoundary>
      )}
      {props.note}
    </section>
  )
}
