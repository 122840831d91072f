import { createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Chart } from './Chart.tsx';

type Props = Parameters<typeof Chart>[0];
const router = createRouter({ routeTree: createRootRoute() });
const drawn = (props: Pick<Props, 'kind' | 'series'>): string => {
  const chart = createElement(Chart, {
    title: 'Premium by month, 2026',
    currency: 'KES',
    data: [
      { label: 'Jan', values: { last_year: '80.00', made: '100.00', planned: '60.00' } },
      { label: 'Feb', values: { last_year: '90.00', made: '120.00', planned: '70.00' } },
    ],
    ...props,
  });
  return renderToStaticMarkup(RouterContextProvider({ router, children: chart }));
};
const all = (markup: string, pattern: RegExp) => [...markup.matchAll(pattern)].map(([, found = '']) => found);

test('bars and their name in front of which a part stands are hatched, so that they are told from it without a colour', () => {
  const markup = drawn({
    kind: 'bar',
    series: [
      { key: 'last_year', label: '2025', color: 'past' },
      { key: 'made', label: '2026, all classes', color: 'brand' },
      { key: 'planned', label: '2026, classes with a budget', color: 'brand', partOf: 'made' },
    ],
  });
  const fills = all(markup, /<rect [^>]*height="[^"]*" rx="[\d.]+" fill="([^"]*)"/g);
  const patterns = all(markup, /<pattern id="([^"]*)"/g);
  expect(patterns).toHaveLength(2);
  const [named, plotted] = patterns.map((id) => `url(#${id})`);
  // A name has one bar, the plot one of each month.
  expect(fills).toEqual([
    'var(--past)',
    named,
    'var(--brand)',
    'var(--past)',
    'var(--past)',
    plotted,
    plotted,
    'var(--brand)',
    'var(--brand)',
  ]);
  // Stripes on a ground of the same colour, paler.
  expect(markup).toContain(
    '<rect width="5" height="5" fill="var(--brand)" opacity=".2"></rect><rect width="1.5" height="5" fill="var(--brand)"></rect>',
  );
});

test('bars without a part are plain', () => {
  const series: Props['series'] = [
    { key: 'last_year', label: '2025', color: 'past' },
    { key: 'made', label: '2026', color: 'brand' },
  ];
  expect(drawn({ kind: 'bar', series })).not.toMatch(/<pattern|url\(#/);
});

test('lines and their names differ in their strokes', () => {
  const series = (['last_year', 'made', 'planned'] as const).map((key) => ({
    key,
    label: key,
    color: 'brand' as const,
  }));
  const strokes = all(drawn({ kind: 'area', series }), /stroke-dasharray="([^"]*)"/g);
  expect(strokes).toEqual(['none', '5 3', '2 3', 'none', '5 3', '2 3']);
});
