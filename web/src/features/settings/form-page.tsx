import { getSettings, updateSettings } from '@baseline/contract/settings/contract.ts'
import type { Theme } from '@baseline/contract/settings/contract.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useEffect, useRef, useState } from 'react'

import { call } from '#platform/api.ts'
import { messageOf } from '#platform/errors.ts'
import { SaveFailure } from '#platform/form/save-failure.tsx'
import { useSave } from '#platform/form/use-save.ts'
import { t } from '#platform/i18n.ts'
import { homePath, useGo } from '#platform/navigation.ts'
import { applyTheme } from '#platform/theme.ts'
import { Page } from '#platform/ui/page.tsx'
import { toast } from '#platform/ui/toast.tsx'

import { ThemePicker } from './theme-picker.tsx'

/** After saving, the page reloads so that everything takes on the new look. spec §4, §9 */
const reloadDelaySeconds = 3

const settingsKey = ['settings']

/** spec §3: the theme of the whole installation. */
export const SettingsPage = () => {
  const go = useGo()
  const { data: saved, error } = useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => call(getSettings, { signal }),
    meta: { handlesErrors: true },
  })
  // A load failure says what happened and goes home. spec §2
  useEffect(() => {
    if (!error) return
    toast.error(messageOf(error))
    go(homePath, { replace: true })
  }, [error, go])
  return (
    <Page title={t('settings.title')} intro={t('settings.intro')}>
      {saved ? <ThemeForm saved={saved.theme} /> : <Skeleton active paragraph={{ rows: 4 }} title={false} />}
    </Page>
  )
}

const ThemeForm = ({ saved }: { saved: Theme }) => {
  const queries = useQueryClient()
  const [chosen, setChosen] = useState(saved)
  const save = useSave({
    save: (theme: Theme) => call(updateSettings, { body: { settings: { theme } } }),
    onSaved: (settings) => {
      queries.setQueryData(settingsKey, settings)
      // Whoever did not wait for the answer has already seen the preview go.
      void applyTheme(settings.theme)
      toast.success(t('settings.save.success', { 0: reloadDelaySeconds }))
    },
  })
  const done = save.isSuccess
  // Whoever has gone on to another screen is not thrown out of it: the theme is in place already.
  useEffect(() => {
    if (!done) return undefined
    const timer = setTimeout(() => location.reload(), reloadDelaySeconds * 1000)
    return () => clearTimeout(timer)
  }, [done])
  useEffect(() => {
    void applyTheme(chosen)
  }, [chosen])
  // Leaving without saving takes the preview back.
  const kept = useRef(saved)
  useEffect(() => {
    kept.current = saved
  }, [saved])
  useEffect(() => () => void applyTheme(kept.current), [])
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(chosen)
      }}
    >
      <ThemePicker value={chosen} onChange={setChosen} disabled={save.isPending || done} />
      <SaveFailure error={save.error} />
      <div className="form-actions">
        <Button type="primary" htmlType="submit" loading={save.isPending} disabled={done || chosen === saved}>
          {t('common.save')}
        </Button>
      </div>
    </form>
  )
}
