/** A wide table on a sheet of A4: smaller letters and closer columns, so that no figure is cut. */
export const onPaper = 'print:text-[8.5px] print:[&_:is(td,th)]:px-1 print:[&_:is(td,th)]:text-[8.5px]';
