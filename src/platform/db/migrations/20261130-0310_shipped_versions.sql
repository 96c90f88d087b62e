-- Legal documents of a release are kept, too, which nobody has edited: a later release may change what members accepted.
alter table text_version drop constraint text_version_world_kind_key_fkey;
