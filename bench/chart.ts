import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { init } from 'echarts';

/** A group of bars per category, a bar per series. */
export interface Panel {
  readonly title: string;
  readonly categories: readonly string[];
  readonly series: readonly Series[];
  /** For values that span powers of ten; they must be above 0. */
  readonly logarithmic?: boolean;
  /** A bound, drawn as a line across. */
  readonly aim?: number;
}

interface Series {
  readonly name: string;
  /** One per category; `undefined` if not measured. */
  readonly values: readonly (number | undefined)[];
}

export interface Chart {
  readonly title: string;
  readonly subtitle: string;
  /** Shown side by side. A series has the same colour in all of them. */
  readonly panels: readonly Panel[];
}

const FOLDER = new URL('./charts/', import.meta.url);
const PANEL_WIDTH = 440;
const HEIGHT = 420;
const MARGIN = { left: 60, right: 60, top: 110, bottom: 70 } as const;
/** Okabe and Ito's colour-blind-safe palette. */
const COLOURS = ['#0072b2', '#56b4e9', '#e69f00', '#d55e00', '#009e73'] as const;
const AIM_COLOUR = '#444444';
const DIGITS = 3;

/** Writes bench/charts/NAME.svg; resolves with a line that names the file. */
export async function writeChart(name: string, chart: Chart): Promise<string> {
  await mkdir(FOLDER, { recursive: true });
  const file = fileURLToPath(new URL(`${name}.svg`, FOLDER));
  await writeFile(file, drawChart(chart));
  return `chart: ${file}`;
}

/** Draws a chart as SVG. */
export function drawChart({ title, subtitle, panels }: Chart): string {
  const width = panels.length * PANEL_WIDTH;
  const names = [...new Set(panels.flatMap(({ series }) => series.map((one) => one.name)))];
  const drawing = init(null, null, { renderer: 'svg', ssr: true, width, height: HEIGHT });
  drawing.setOption({
    animation: false,
    backgroundColor: '#ffffff',
    title: [
      { text: title, subtext: subtitle, left: 20, top: 10, subtextStyle: { color: AIM_COLOUR } },
      ...panels.map((panel, index) => ({
        text: panel.title,
        left: index * PANEL_WIDTH + MARGIN.left,
        top: MARGIN.top - 38,
        textStyle: { fontSize: 13 },
      })),
    ],
    legend: { bottom: 10, data: names },
    grid: panels.map((_, index) => ({
      left: index * PANEL_WIDTH + MARGIN.left,
      width: PANEL_WIDTH - MARGIN.left - MARGIN.right,
      top: MARGIN.top,
      bottom: MARGIN.bottom,
    })),
    xAxis: panels.map(({ categories }, index) => ({
      type: 'category',
      gridIndex: index,
      data: [...categories],
      // Show every name, wrapped to its column.
      axisLabel: {
        interval: 0,
        width: (PANEL_WIDTH - MARGIN.left - MARGIN.right) / categories.length,
        overflow: 'break',
      },
    })),
    yAxis: panels.map(({ logarithmic }, index) => ({
      type: logarithmic === true ? 'log' : 'value',
      gridIndex: index,
    })),
    series: panels.flatMap((panel, index) =>
      panel.series.map((one, place) => drawSeries(panel, one, { index, place, colour: colourOf(names, one.name) })),
    ),
  });
  try {
    return drawing.renderToSVGString();
  } finally {
    drawing.dispose();
  }
}

interface Spot {
  /** Indexes of the panel and of the series in it. */
  readonly index: number;
  readonly place: number;
  readonly colour: string;
}

function drawSeries({ aim }: Panel, { name, values }: Series, { index, place, colour }: Spot) {
  return {
    type: 'bar' as const,
    name,
    xAxisIndex: index,
    yAxisIndex: index,
    data: values.map((value) => (value === undefined ? '-' : Number(value.toPrecision(DIGITS)))),
    itemStyle: { color: colour },
    label: { show: true, position: 'top' as const, fontSize: 9 },
    // Once per panel.
    ...(aim === undefined || place > 0 ? {} : { markLine: drawAim(aim) }),
  };
}

function drawAim(aim: number) {
  return {
    silent: true,
    symbol: 'none',
    lineStyle: { color: AIM_COLOUR, type: 'dashed' as const },
    label: { position: 'end' as const, formatter: `aim: ${aim}` },
    data: [{ yAxis: aim }],
  };
}

function colourOf(names: readonly string[], name: string): string {
  return COLOURS[names.indexOf(name) % COLOURS.length] ?? COLOURS[0];
}
