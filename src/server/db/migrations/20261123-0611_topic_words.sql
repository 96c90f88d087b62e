-- What has a word in its title or keywords, without reading everything that has it anywhere: similar materials ask so.
create index material_search_topic on material_search using gin (ts_filter(document, '{a,b}')) with (fastupdate = off);
