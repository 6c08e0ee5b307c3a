import type { Ref } from 'preact';

export const PANELS = [
  'timeline',
  'two runs',
  'graph',
  'plots',
  '3D',
  'messages',
  'state',
  'report',
] as const;
export type Panel = (typeof PANELS)[number];

interface Props {
  readonly panel: Panel;
  readonly onPanel: (panel: Panel) => void;
  /** The name of the report, which names its panel; undefined if there is no report. */
  readonly report: string | undefined;
  /** Panels that have nothing to show. */
  readonly absent: readonly Panel[];
  readonly searchBox: Ref<HTMLInputElement>;
  readonly search: string;
  readonly onSearch: (text: string) => void;
  /** Called with text that names a place to go to. */
  readonly onGo: (text: string) => void;
  readonly theme: string;
  readonly onTheme: (theme: string) => void;
}

/** The choice of panels, the search box, and the choice of colours. */
export function PanelHeader(props: Props) {
  const { panel, onPanel, search, theme } = props;
  return (
    <header>
      <strong>Orrery studio</strong>
      <div class="tabs" role="tablist" aria-label="Panels">
        {PANELS.filter((name) => !props.absent.includes(name)).map((name) => (
          <button
            type="button"
            role="tab"
            key={name}
            aria-selected={panel === name}
            onClick={() => onPanel(name)}
          >
            {name === 'report' ? (props.report ?? name) : name}
          </button>
        ))}
      </div>
      <input
        ref={props.searchBox}
        type="search"
        aria-label="Search nodes and topics, or go to a callback or time"
        placeholder="Search, #123, 4.5 s, or ask: /a not followed by /b within 50ms"
        value={search}
        onInput={(event) => props.onSearch(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && props.onGo(search)}
      />
      <ThemeButton theme={theme} onTheme={props.onTheme} />
    </header>
  );
}

interface ThemeProps {
  readonly theme: string;
  readonly onTheme: (theme: string) => void;
}

/** Switches between light, dark, and the theme of the operating system. */
export function ThemeButton({ theme, onTheme }: ThemeProps) {
  return (
    <button
      type="button"
      class="theme"
      onClick={() => onTheme(nextTheme(theme))}
      aria-label="Colours of the page"
    >
      {theme === '' ? 'auto' : theme}
    </button>
  );
}

function nextTheme(theme: string): string {
  return { '': 'light', light: 'dark' }[theme] ?? '';
}
