import { can } from '@baseline/contract/permissions.ts'
import { getSettings, themes, updateSettings } from '@baseline/contract/settings/contract.ts'
import type { Settings, Theme } from '@baseline/contract/settings/contract.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useEffect, useRef, useState } from 'react'

import { call } from '#platform/api.ts'
import { ConflictDialog } from '#platform/form/conflict-dialog.tsx'
import { SaveFailure } from '#platform/form/save-failure.tsx'
import { useVersionedSave } from '#platform/form/use-versioned-save.ts'
import { t } from '#platform/i18n.ts'
import { dataProtectionPath, homePath } from '#platform/navigation.ts'
import { useSignedInUser } from '#platform/session.ts'
import { applyTheme } from '#platform/theme.ts'
import { Page } from '#platform/ui/page.tsx'
import { LinkButton } from '#platform/ui/path-link.tsx'
import { toast } from '#platform/ui/toast.tsx'
import { useRecord } from '#platform/use-record.ts'

import { ThemePicker } from './theme-picker.tsx'

/** Delay before the page reloads to apply the new theme everywhere. spec §4, §9 */
const reloadDelaySeconds = 3

const settingsKey = ['settings']

/** spec §3: the theme of the whole installation. If loading fails, shows the error and goes home. spec §2 */
export const SettingsPage = () => {
  const saved = useRecord({
    key: settingsKey,
    load: (signal) => call(getSettings, { signal }),
    onFailure: homePath,
  })
  const mayProtectData = can(useSignedInUser(), 'dataProtection')
  return (
    <Page
      title={t('settings.title')}
      intro={t('settings.intro')}
      actions={mayProtectData && <LinkButton to={dataProtectionPath}>{t('dataProtection.title')}</LinkButton>}
    >
      {saved ? <ThemeForm saved={saved} /> : <Skeleton active paragraph={{ rows: 4 }} title={false} />}
    </Page>
  )
}

const themeOf = (value: unknown): Theme => themes.find((theme) => theme === value) ?? 'default'

const ThemeForm = ({ saved }: { saved: Settings }) => {
  const queries = useQueryClient()
  const [chosenTheme, setChosenTheme] = useState(saved.theme)
  const {
    submit,
    isPending,
    isSuccess: isSaved,
    failure,
    conflictDialog,
    otherValues,
  } = useVersionedSave({
    initialVersion: { values: saved, version: saved.version },
    names: ['theme'],
    readForm: () => ({ theme: chosenTheme }),
    fillForm: ({ theme }) => setChosenTheme(themeOf(theme)),
    readMerged: ({ theme }) => themeOf(theme),
    save: (theme, version) =>
      call(updateSettings, {
        body: { settings: { theme } },
        ...(version !== undefined && { ifMatch: version }),
      }),
    onSaved: (settings) => {
      queries.setQueryData(settingsKey, settings)
      // If the user has left the page before the response, the preview was already reverted.
      void applyTheme(settings.theme)
      toast.success(t('settings.save.success', { 0: reloadDelaySeconds }))
    },
  })
  // No reload after the user has left the page: the theme is already applied.
  useEffect(() => {
    if (!isSaved) return undefined
    const timer = setTimeout(() => location.reload(), reloadDelaySeconds * 1000)
    return () => clearTimeout(timer)
  }, [isSaved])
  useEffect(() => {
    void applyTheme(chosenTheme)
  }, [chosenTheme])
  // Reverts the preview when the page is left without saving.
  const savedTheme = useRef(saved.theme)
  useEffect(() => {
    savedTheme.current = saved.theme
  }, [saved])
  useEffect(() => () => void applyTheme(savedTheme.current), [])
  const takeTheirs = () => {
    queries.setQueryData(settingsKey, otherValues)
    conflictDialog?.onTakeTheirs()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit(chosenTheme)
      }}
    >
      {conflictDialog && (
        <ConflictDialog
          {...conflictDialog}
          fieldLabel={() => t('settings.theme')}
          show={(_, theme) => t(`settings.themes.${themeOf(theme)}`)}
          onTakeTheirs={takeTheirs}
          onSave={(choices) => {
            if (choices['theme'] === 'theirs') takeTheirs()
            else conflictDialog.onSave(choices)
          }}
        />
      )}
      <ThemePicker value={chosenTheme} onChange={setChosenTheme} disabled={isPending || isSaved} />
      <SaveFailure error={failure} />
      <div className="form-actions">
        <Button
          type="primary"
          htmlType="submit"
          loading={isPending}
          disabled={isSaved || chosenTheme === saved.theme}
        >
          {t('common.save')}
        </Button>
      </div>
    </form>
  )
}
