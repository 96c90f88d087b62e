-- What has a word in its title or keywords, without reading everything that has it anywhere: similar materials ask so. They
-- are found behind pages, so a publication need not wait for this index: new words join it a thousand kilobytes at a time.
create index material_search_topic on material_search using gin (ts_filter(document, '{a,b}'))
  with (fastupdate = on, gin_pending_list_limit = 1024);
